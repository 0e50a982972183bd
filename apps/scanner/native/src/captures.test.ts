import { expect, test } from "vitest";
import { createObjectCapture } from "./object-capture.ts";
import { createRoomCapture } from "./room-capture.ts";

const isSupported = async () => ({ isSupported: true });

test("a room of RoomPlan has its walls and height", async () => {
  const upright = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 1.2, 0, 1];
  const room = JSON.stringify({ walls: [{ dimensions: [4, 2.4, 0], transform: upright }] });
  const rooms = createRoomCapture({ isSupported, scan: async () => ({ room }) });
  expect(await rooms.isSupported()).toBe(true);
  const capture = await rooms.scan();
  expect(capture?.walls).toHaveLength(1);
  expect(capture?.height).toBeCloseTo(2.4, 6);
});

test("a scan that the person gave up has no room, and one without walls fails", async () => {
  const scan = (room?: string) =>
    createRoomCapture({
      isSupported,
      scan: async () => (room === undefined ? {} : { room }),
    }).scan();
  expect(await scan()).toBeUndefined();
  await expect(scan('{"walls":[]}')).rejects.toThrow("no walls");
});

test("an object of Object Capture has its file, its sides in millimeters and a small picture", async () => {
  const model = new Blob(["model"]);
  const objects = createObjectCapture(
    {
      isSupported,
      capture: async () => ({
        file: "/tmp/object.usdz",
        meters: [0.08, 0.1, 0.12],
        pictures: 42,
        thumbnail: btoa("small"),
      }),
    },
    async (file) => (file === "/tmp/object.usdz" ? model : expect.unreachable()),
  );
  const captured = (await objects.capture())!;
  expect(captured.model).toBe(model);
  expect(captured.pictures).toBe(42);
  const { length, width, height } = captured.box;
  expect([length, width, height].map(Math.round)).toEqual([120, 80, 100]);
  expect(await captured.thumbnail?.text()).toBe("small");
});

test("a capture that the person gave up has no object, and one without a picture has none", async () => {
  const capture = (fields: object) =>
    createObjectCapture(
      { isSupported, capture: async () => fields },
      async () => new Blob(),
    ).capture();
  expect(await capture({})).toBeUndefined();
  expect((await capture({ file: "/a", thumbnail: "" }))?.thumbnail).toBeUndefined();
});

import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { drawPicture, type PlacedCode, toFrame } from "../../../e2e/camera/picture.ts";
import { createCodeReader, type Frame } from "./index.ts";
import { readerWasm } from "./node.ts";
import { createBlankFrame, drawOnWhite, measureFarthestCorner } from "./testing/pictures.ts";

const wasm = await readerWasm();
const reader = await createCodeReader({ wasm });

const threeCodes: PlacedCode[] = [
  { symbology: "qrcode", text: "https://example.org/1", at: { x: 0.25, y: 0.5 }, turn: 15 },
  { symbology: "ean13", text: "5901234123457", at: { x: 0.75, y: 0.3 }, turn: -4, size: 0.4 },
  { symbology: "datamatrix", text: "third", at: { x: 0.75, y: 0.8 }, turn: 40, size: 0.25 },
];

test.each(["frame", "still"] as const)("%s() reads all codes of a picture", async (method) => {
  const picture = await drawPicture(threeCodes);
  const frame = toFrame(picture);
  const readings =
    method === "frame"
      ? await readUntilComplete(frame, threeCodes.length)
      : await reader.still(frame, { all: true });
  expect(new Set(readings.map((reading) => reading.content))).toEqual(
    new Set(threeCodes.map((code) => code.text)),
  );
  for (const reading of readings) {
    const drawnCorners =
      picture.corners[threeCodes.findIndex((code) => code.text === reading.content)]!;
    // A quick pass over a linear code finds some of its scan lines, not its full height.
    const tolerance = method === "frame" && reading.format === "ean13" ? 0.4 : 0.03;
    expect(measureFarthestCorner(reading.corners, drawnCorners)).toBeLessThan(tolerance);
  }
});

/**
 * Reads the frame again, as a camera does, until `count` codes are found, five times at most. What
 * a reader looks for in a frame depends on the frames before, so this one has seen none.
 */
async function readUntilComplete(frame: Frame, count: number) {
  const freshReader = await createCodeReader({ wasm });
  let readings = await freshReader.frame(frame);
  for (let i = 0; readings.length < count && i < 4; i++) {
    readings = await freshReader.frame(frame);
  }
  return readings;
}

test("returns two readings for two equal codes in a picture", async () => {
  const twinCode = { symbology: "qrcode", text: "twin", size: 0.4 };
  const codes = [
    { ...twinCode, at: { x: 0.25, y: 0.5 } },
    { ...twinCode, at: { x: 0.75, y: 0.5 } },
  ];
  const readings = await reader.still(toFrame(await drawPicture(codes)), { all: true });
  expect(readings.map((reading) => reading.content)).toEqual(["twin", "twin"]);
});

test.each([0, 90, 180, 270])(
  "corners start at the code's own top left when it is rotated by %d degrees",
  async (turn) => {
    for (const code of [
      { symbology: "qrcode", text: "https://example.org/turned" },
      { symbology: "code128", text: "TURNED" },
    ]) {
      const picture = await drawPicture([{ ...code, turn, lean: 0.04 }]);
      const [reading] = await reader.still(toFrame(picture), { all: true });
      expect(measureFarthestCorner(reading!.corners, picture.corners[0]!)).toBeLessThan(0.04);
    }
  },
);

test("reads light codes on dark in a photo, and by camera within five frames", async () => {
  const codes = [{ symbology: "datamatrix", text: "white on black", inverted: true }];
  const frame = toFrame(await drawPicture(codes));
  expect(await reader.still(frame)).toHaveLength(1);
  expect(await countFramesUntilRead(frame)).toBeLessThanOrEqual(5);
});

test("reads a vertical linear code by camera within five frames", async () => {
  const codes = [{ symbology: "ean13", text: "5901234123457", turn: 90, size: 0.8 }];
  expect(await countFramesUntilRead(toFrame(await drawPicture(codes)))).toBeLessThanOrEqual(5);
});

async function countFramesUntilRead(frame: Frame): Promise<number> {
  const freshReader = await createCodeReader({ wasm });
  for (let count = 1; count <= 10; count++) {
    if ((await freshReader.frame(frame)).length > 0) return count;
  }
  return Number.POSITIVE_INFINITY;
}

test("reads a code on a transparent background", async () => {
  const frame = await drawOnWhite({ symbology: "qrcode", text: "logo" });
  for (let i = 0; i < frame.data.length; i += 4) {
    if (frame.data[i]! > 127) frame.data.fill(0, i, i + 4);
  }
  expect((await reader.still(frame)).map((reading) => reading.content)).toEqual(["logo"]);
});

test.each([
  ["white", createBlankFrame(640, 480, 255)],
  ["black", createBlankFrame(640, 480, 0)],
  ["a single pixel", createBlankFrame(1, 1, 128)],
  ["a single line", createBlankFrame(2000, 1, 128)],
  ["a single column", createBlankFrame(1, 2000, 128)],
])("finds no codes in a picture of %s", async (_, frame) => {
  expect(await reader.still(frame)).toEqual([]);
  expect(await reader.frame(frame)).toEqual([]);
});

test("finds no codes in a picture of an empty table", async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const frame = toFrame(await drawPicture([], { seed, noise: 8, width: 640, height: 480 }));
    expect(await reader.still(frame)).toEqual([]);
  }
});

test.each([
  [0, 0, 0],
  [10, 0, 0],
  [-5, 5, 100],
  [1.5, 2, 12],
  [Number.NaN, 2, 0],
  [2, 2, 15],
  [2, 2, 12],
  [100, 100, 4],
  [40_000, 1, 160_000],
])("refuses a frame of %d x %d pixels with %d bytes", async (width, height, bytes) => {
  const frame = { data: new Uint8Array(bytes), width, height };
  await expect(reader.frame(frame)).rejects.toThrow(RangeError);
  await expect(reader.still(frame)).rejects.toThrow(`${width} x ${height} pixels`);
});

test("never throws on random pixels", async () => {
  const frames = fc
    .record({ width: fc.integer({ min: 1, max: 70 }), height: fc.integer({ min: 1, max: 70 }) })
    .chain(({ width, height }) => {
      const size = width * height * 4;
      return fc
        .uint8Array({ minLength: size, maxLength: size })
        .map((data) => ({ data, width, height }));
    });
  await fc.assert(
    fc.asyncProperty(frames, async (frame) => {
      expect(Array.isArray(await reader.frame(frame))).toBe(true);
      expect(Array.isArray(await reader.still(frame))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test("reading 400 frames takes less than 100 MB of additional memory", async () => {
  const frame = await drawOnWhite({ symbology: "qrcode", text: "again" });
  const memoryBefore = process.memoryUsage();
  for (let i = 0; i < 400; i++) await reader.frame(frame);
  const memoryAfter = process.memoryUsage();
  expect(memoryAfter.rss - memoryBefore.rss).toBeLessThan(100e6);
});

test("refuses an unknown format or none, with the list of formats", async () => {
  const formats = ["qr", "qrcode"] as never;
  await expect(createCodeReader({ wasm, formats })).rejects.toThrow(/no format "qrcode".*ean13/);
  await expect(createCodeReader({ wasm, formats: [] })).rejects.toThrow(/choose from/);
});

const originalError = console.error;
afterAll(() => {
  console.error = originalError;
});

test("refuses wasm that is not the reader and says what to pass", async () => {
  console.error = () => {};
  await expect(createCodeReader({ wasm: new Uint8Array([1, 2, 3]) })).rejects.toThrow(
    /not the code reader.*zxing_reader\.wasm/,
  );
  await expect(createCodeReader({ wasm: "http://127.0.0.1:1/no.wasm" })).rejects.toThrow(
    /could not be loaded from http:\/\/127\.0\.0\.1:1\/no\.wasm/,
  );
});

import { expect, test } from "vitest";
import { turnPlane } from "../bars/turn-plane.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { createPicture } from "../picture.ts";
import { type Plane, soften, toGray } from "../plane.ts";
import { drawEmptyPicture } from "../testing/empty-pictures.ts";
import { drawSheet } from "../testing/sheets.ts";
import { readRmqr } from "./read-rmqr.ts";

const engine = await startEngine(await readerWasm(), ["rmqr", "microqr"]);
const symbology = "rectangularmicroqrcode";
const modulePixels = 3;
const place = { x: 120, y: 160 };

/** Draws an rMQR with its upper left corner at `place`. */
async function drawRmqr(version: string, text: string): Promise<Plane> {
  const [rows, columns] = version.slice(1).split("x").map(Number) as [number, number];
  const size = { width: columns * modulePixels + 240, height: rows * modulePixels + 320 };
  // The sheet draws modules of such a code half as wide as those of a QR code.
  const codes = [{ symbology, text, options: { version }, ...place }];
  return toGray(await drawSheet(codes, { ...size, modulePixels: modulePixels / 2 }));
}

const read = (plane: Plane, known: Parameters<typeof readRmqr>[2] = []) =>
  readRmqr(
    createPicture(() => plane),
    engine,
    known,
    () => {},
  );

test.each([
  ["R11x59", 0.12],
  ["R7x43", 0.35],
  ["R13x27", -0.7],
  ["R17x43", 1.8],
  ["R7x139", 0.05],
  ["R17x139", 3.3],
])("reads a blurred %s that is turned by %d", async (version, turn) => {
  const text = version.slice(0, 6);
  const { plane, fromFrame } = turnPlane(soften(await drawRmqr(version, text), 1), turn);
  const [found, ...others] = read(plane);
  expect([found?.content, found?.format, others]).toEqual([text, "rmqr", []]);
  const corner = { x: place.x - 0.5, y: place.y - 0.5 };
  const [{ x, y }] = fromFrame([corner, corner, corner, corner]);
  expect(Math.hypot(found!.corners[0].x - x, found!.corners[0].y - y)).toBeLessThan(2);
});

test("drops a Micro QR that was read within an rMQR, and keeps another one", async () => {
  const { plane } = turnPlane(await drawRmqr("R11x59", "WITHIN"), 0.3);
  const [rmqr] = read(plane);
  const [a, b, c, d] = rmqr!.corners;
  const toMicroQr = (x: number, y: number) => ({
    ...rmqr!,
    format: "microqr" as const,
    content: "6",
    corners: [a, b, c, d].map((corner) => ({
      x: x + (corner.x - a.x) / 20,
      y: y + (corner.y - a.y) / 20,
    })) as unknown as NonNullable<typeof rmqr>["corners"],
  });
  const within = toMicroQr((a.x + c.x) / 2, (a.y + c.y) / 2);
  const beside = toMicroQr(10, 10);
  expect(read(plane, [within, beside]).map(({ content }) => content)).toEqual(["6", "WITHIN"]);
});

test("reads nothing that was read before, and nothing if rMQR is not wanted", async () => {
  const { plane } = turnPlane(await drawRmqr("R11x59", "ONCE"), 0.3);
  const known = read(plane);
  expect(read(plane, known)).toEqual(known);
  const picture = createPicture(() => plane);
  const isWanted = () => false;
  expect(readRmqr(picture, { ...engine, isWanted }, [], () => {})).toEqual([]);
});

test("reads nothing in pictures without a code", () => {
  for (let seed = 0; seed < 20; seed++) expect(read(toGray(drawEmptyPicture(seed)))).toEqual([]);
});

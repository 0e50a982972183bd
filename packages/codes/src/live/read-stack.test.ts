import { expect, test } from "vitest";
import { drawPicture, toFrame } from "../../../../e2e/camera/picture.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { defaultFormats } from "../readings/formats.ts";
import { drawEmptyPicture } from "../testing/empty-pictures.ts";
import { measureFarthestCorner } from "../testing/pictures.ts";
import { toLiveFrame } from "./live-frame.ts";
import { findPlaces } from "./places.ts";
import { readStack } from "./read-stack.ts";

const engine = await startEngine(await readerWasm(), defaultFormats);

test.each([-70, 8, 140])(
  "reads a PDF417 that is turned by %d degrees and seen from the side",
  async (turn) => {
    const code = { symbology: "pdf417", text: "a parcel on a shelf", turn, lean: 0.12, size: 0.5 };
    const camera = { width: 1920, height: 1080, noise: 6, blur: 1 };
    const picture = await drawPicture([{ ...code, at: { x: 0.6, y: 0.4 } }], camera);
    const frame = toLiveFrame(toFrame(picture));
    const found = findPlaces(frame).stacks.flatMap((region) => readStack(region, frame, engine));
    expect(found.map(({ content }) => content)).toContain(code.text);
    expect(measureFarthestCorner(found[0]!.corners, picture.corners[0]!)).toBeLessThan(0.25);
  },
);

test("reads a small PDF417 that is blurred and seen from far to the side", async () => {
  const code = {
    symbology: "pdf417",
    text: "blurred and leaning",
    turn: -9,
    lean: 0.15,
    size: 0.32,
  };
  const camera = { width: 1920, height: 1080, noise: 5, blur: 1.3 };
  const picture = await drawPicture([{ ...code, at: { x: 0.7, y: 0.6 } }], camera);
  const frame = toLiveFrame(toFrame(picture));
  const [first] = findPlaces(frame).stacks;
  expect(readStack(first!, frame, engine).map(({ content }) => content)).toEqual([code.text]);
});

test("reads nothing in pictures without a code, wherever it looks", () => {
  for (let seed = 1; seed <= 8; seed++) {
    const frame = toLiveFrame(drawEmptyPicture(seed, { width: 1280, height: 720 }));
    const regions = [
      ...findPlaces(frame).stacks,
      { x: 640, y: 360, angle: seed / 3, length: 5000, height: 2000 },
      { x: -40, y: 800, angle: 1, length: 300, height: 60 },
      { x: 640, y: 360, angle: 0, length: 1, height: 1 },
    ];
    for (const region of regions) expect(readStack(region, frame, engine)).toEqual([]);
  }
});

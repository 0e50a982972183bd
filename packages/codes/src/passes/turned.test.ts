import fc from "fast-check";
import { expect, test } from "vitest";
import { drawPicture, toFrame } from "../../../../e2e/camera/picture.ts";
import { turnPlane } from "../bars/turn-plane.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { createPicture } from "../picture.ts";
import { toGray } from "../plane.ts";
import { keepRows } from "../testing/pictures.ts";
import { turned } from "./turned.ts";

const engine = await startEngine(await readerWasm(), ["ean13", "upca"]);
const content = "5901234123457";
const upright = toGray(
  toFrame(
    await drawPicture([{ symbology: "ean13", text: content, size: 1 }], {
      width: 360,
      height: 260,
      noise: 2,
    }),
  ),
);

function readTurned(visibleRows: number, angle: number): string[] {
  const { plane } = turnPlane(keepRows(upright, visibleRows), angle);
  return [
    ...turned(
      createPicture(() => plane),
      engine,
    ),
  ]
    .flat()
    .map((found) => found.content);
}

test("reads a turned EAN-13 only if many rows agree on it", () => {
  const angles = fc.double({ min: 0.2, max: 0.7, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 44 }), angles, (visibleRows, angle) => {
      expect(readTurned(visibleRows, angle)).toEqual([]);
    }),
    { numRuns: 15 },
  );
  fc.assert(
    fc.property(fc.integer({ min: 150, max: 180 }), angles, (visibleRows, angle) => {
      expect(new Set(readTurned(visibleRows, angle))).toEqual(new Set([content]));
    }),
    { numRuns: 15 },
  );
});

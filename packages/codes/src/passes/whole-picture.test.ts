import fc from "fast-check";
import { expect, test } from "vitest";
import { drawPicture, toFrame } from "../../../../e2e/camera/picture.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { createPicture } from "../picture.ts";
import { toGray } from "../plane.ts";
import { keepRows } from "../testing/pictures.ts";
import { thorough, thoroughEnlarged, thoroughSharpened } from "./whole-picture.ts";

const engine = await startEngine(await readerWasm(), ["ean13", "upca", "upce"]);
const content = "5901234123457";
const camera = { width: 360, height: 260, noise: 2 };
const plane = toGray(
  toFrame(await drawPicture([{ symbology: "ean13", text: content, size: 1 }], camera)),
);

test.each([
  { name: "thoroughSharpened", pass: thoroughSharpened, most: 15 },
  // Five rows of the sharpened picture would confirm it.
  { name: "thoroughEnlarged", pass: thoroughEnlarged, most: 4 },
])("$name reads an EAN-13 only if many rows agree on it", ({ pass, most }) => {
  const read = (visibleRows: number) => {
    const picture = createPicture(() => keepRows(plane, visibleRows));
    return [...pass(picture, engine)].flat().map((found) => found.content);
  };
  fc.assert(
    fc.property(fc.integer({ min: 2, max: most }), (visibleRows) => {
      expect(read(visibleRows)).toEqual([]);
    }),
    { numRuns: 10 },
  );
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 160 }), (visibleRows) => {
      expect(read(visibleRows)).toEqual([content]);
    }),
    { numRuns: 10 },
  );
});

test("thoroughEnlarged believes fewer rows if the sharpened picture confirms them", () => {
  const picture = createPicture(() => keepRows(plane, 12));
  expect([...thoroughSharpened(picture, engine)].flat()).toEqual([]);
  expect([...thoroughEnlarged(picture, engine)].flat()).toMatchObject([{ content }]);
});

test("thorough reads a UPC-E only if sixteen rows agree on it", async () => {
  const upce = toGray(
    toFrame(await drawPicture([{ symbology: "upce", text: "04252614", size: 1 }], camera)),
  );
  const read = (visibleRows: number) => {
    const picture = createPicture(() => keepRows(upce, visibleRows));
    return [...thorough(picture, engine)].flat().map((found) => found.content);
  };
  for (const visibleRows of [4, 8, 12]) expect(read(visibleRows)).toEqual([]);
  expect(read(120)).toEqual(["04252614"]);
});

import { expect, test } from "vitest";
import { startEngine } from "../engine/engine.ts";
import type { Box } from "../geometry/box.ts";
import { readerWasm } from "../node.ts";
import { thoroughEffort } from "../passes/whole-picture.ts";
import { toPicture } from "../picture.ts";
import { defaultFormats } from "../readings/formats.ts";
import { toFullHeight } from "../still/full-height.ts";
import { createBlankFrame } from "../testing/pictures.ts";
import { drawSheet, type SheetCode } from "../testing/sheets.ts";
import { listUnreadTexture } from "./texture.ts";

const engine = await startEngine(await readerWasm(), defaultFormats);
const size = { width: 500, height: 400, modulePixels: 2 };
const ean: SheetCode = {
  symbology: "ean13",
  text: "5901234123457",
  options: { includetext: true, height: 15 },
  x: 40,
  y: 40,
};
const smallest: SheetCode = { symbology: "datamatrix", text: "12", x: 430, y: 340 };

async function readDrawn(codes: SheetCode[]) {
  const picture = toPicture(await drawSheet(codes, size));
  const found = engine.read(picture.whole(), thoroughEffort);
  expect(found).toHaveLength(codes.length);
  return { picture, readings: toFullHeight(picture, found) };
}

test("two codes are two boxes, and what is read is none", async () => {
  const { picture, readings } = await readDrawn([ean, smallest]);
  expect(listUnreadTexture(picture, [])).toHaveLength(2);
  expect(listUnreadTexture(picture, readings)).toEqual([]);
});

test("a code with the digits below its bars is all the texture of its sheet", async () => {
  const { picture, readings } = await readDrawn([ean]);
  expect(listUnreadTexture(picture, [])).toHaveLength(1);
  expect(listUnreadTexture(picture, readings)).toEqual([]);
});

test("the smallest code beside it is unread texture until it is read", async () => {
  const { picture, readings } = await readDrawn([ean, smallest]);
  const others = readings.filter(({ format }) => format === "ean13");
  const [box, ...further] = listUnreadTexture(picture, others) as [Box];
  expect(further).toEqual([]);
  expect(box.x).toBeLessThanOrEqual(smallest.x);
  expect(box.y).toBeLessThanOrEqual(smallest.y);
  // 10 modules of 2 pixels.
  expect(box.x + box.width).toBeGreaterThanOrEqual(smallest.x + 20);
  expect(box.y + box.height).toBeGreaterThanOrEqual(smallest.y + 20);
  expect(box.width * box.height).toBeLessThan(100 * 100);
  expect(listUnreadTexture(picture, readings)).toEqual([]);
});

test("the whole of a picture that is too large to be seen at once may be texture", () => {
  const picture = toPicture(createBlankFrame(2400, 1200, 255));
  expect(listUnreadTexture(picture, [])).toEqual([{ x: 0, y: 0, width: 2400, height: 1200 }]);
});

test("a blank picture has no texture, and one of 10 pixels may be a code", () => {
  expect(listUnreadTexture(toPicture(createBlankFrame(300, 300, 90)), [])).toEqual([]);
  const tiny = toPicture(createBlankFrame(10, 10, 255));
  expect(listUnreadTexture(tiny, [])).toEqual([{ x: 0, y: 0, width: 10, height: 10 }]);
});

import { expect, test } from "vitest";
import { startEngine } from "./engine.ts";
import { defaultFormats } from "./formats.ts";
import { toFullHeight } from "./full-height.ts";
import { readerWasm } from "./node.ts";
import { thoroughEffort } from "./passes/whole-picture.ts";
import { toPicture } from "./picture.ts";
import { createBlankFrame } from "./testing/pictures.ts";
import { drawSheet, type SheetCode } from "./testing/sheets.ts";
import { findUnreadTexture, isTextureCompact } from "./unread-texture.ts";

const engine = await startEngine(await readerWasm(), defaultFormats);
const size = { width: 500, height: 400, modulePixels: 2 };
const ean: SheetCode = {
  ...{ symbology: "ean13", text: "5901234123457", options: { includetext: true, height: 15 } },
  ...{ x: 40, y: 40 },
};
const smallest: SheetCode = { symbology: "datamatrix", text: "12", x: 430, y: 340 };

async function readDrawn(codes: SheetCode[]) {
  const picture = toPicture(await drawSheet(codes, size));
  const found = engine.read(picture.whole(), thoroughEffort);
  expect(found).toHaveLength(codes.length);
  return { picture, readings: toFullHeight(picture, found) };
}

test("a code with the digits below its bars is all the texture of its sheet", async () => {
  const { picture, readings } = await readDrawn([ean]);
  expect(findUnreadTexture(picture, [])).toBeDefined();
  expect(findUnreadTexture(picture, readings)).toBeUndefined();
  expect(isTextureCompact(picture)).toBe(true);
});

test("the smallest code beside it is unread texture until it is read", async () => {
  const { picture, readings } = await readDrawn([ean, smallest]);
  const box = findUnreadTexture(
    picture,
    readings.filter(({ format }) => format === "ean13"),
  )!;
  expect(box.x).toBeLessThanOrEqual(smallest.x);
  expect(box.y).toBeLessThanOrEqual(smallest.y);
  // 10 modules of 2 pixels.
  expect(box.x + box.width).toBeGreaterThanOrEqual(smallest.x + 20);
  expect(box.y + box.height).toBeGreaterThanOrEqual(smallest.y + 20);
  expect(box.width * box.height).toBeLessThan(100 * 100);
  expect(findUnreadTexture(picture, readings)).toBeUndefined();
});

test("the whole of a picture that is too large to be seen at once may be texture", () => {
  const picture = toPicture(createBlankFrame(2400, 1200, 255));
  expect(findUnreadTexture(picture, [])).toEqual({ x: 0, y: 0, width: 2400, height: 1200 });
  expect(isTextureCompact(picture)).toBe(false);
});

test("a blank picture has no texture, and one of 10 pixels may be a code", () => {
  expect(findUnreadTexture(toPicture(createBlankFrame(300, 300, 90)), [])).toBeUndefined();
  const tiny = toPicture(createBlankFrame(10, 10, 255));
  expect(findUnreadTexture(tiny, [])).toEqual({ x: 0, y: 0, width: 10, height: 10 });
  expect(isTextureCompact(tiny)).toBe(false);
});

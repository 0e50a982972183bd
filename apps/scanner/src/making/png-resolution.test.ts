import sharp from "sharp";
import { expect, test } from "vitest";
import { setResolution } from "./png-resolution.ts";

test("a PNG file gets its resolution and keeps its pixels", async () => {
  const create = { width: 3, height: 2, channels: 3, background: "#c20" } as const;
  const png = await sharp({ create }).png().toBuffer();
  expect((await sharp(png).metadata()).density).toBeUndefined();
  const sized = setResolution(png, 300);
  expect(await sharp(sized).metadata()).toMatchObject({ density: 300, width: 3, height: 2 });
  expect(await sharp(sized).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer());
});

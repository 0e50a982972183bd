import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { parsePictureSize } from "./picture-size.ts";

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#4a3423" } });

test.each([
  ["a PNG", (width: number, height: number) => draw(width, height).png()],
  ["a JPEG", (width: number, height: number) => draw(width, height).jpeg()],
  [
    "a progressive JPEG",
    (width: number, height: number) => draw(width, height).jpeg({ progressive: true }),
  ],
  [
    "a JPEG with metadata before its size",
    (width: number, height: number) => draw(width, height).withMetadata({ density: 300 }).jpeg(),
  ],
])("the size of %s is found", async (_, encode) => {
  for (const [width, height] of [
    [1, 1],
    [1234, 57],
  ] as const) {
    const file = await encode(width, height).toBuffer();
    expect(parsePictureSize(file)).toEqual({ width, height });
  }
});

test("no bytes make it fail", () => {
  const start = fc.constantFrom(
    [],
    [0xff, 0xd8],
    [0xff, 0xd8, 0xff, 0xe0, 0, 0],
    [0x89, 0x50, 0x4e, 0x47],
  );
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 200 }), (head, rest) => {
      const size = parsePictureSize(Uint8Array.from([...head, ...rest]));
      expect(size === undefined || (size.width >= 0 && size.height >= 0)).toBe(true);
    }),
  );
});

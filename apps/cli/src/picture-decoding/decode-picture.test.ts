import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { decodePicture } from "./decode-picture.ts";

test("a blank picture of 256 megapixels in 33 kB is refused before it is decoded", async () => {
  const file = blankPng(16_000);
  expect(file.length).toBeLessThan(40_000);
  expect(await decodePicture(file, 4700)).toEqual({
    ok: false,
    error: "This picture has 256 megapixels, and at most 200 can be read; make it smaller.",
  });
});

test("an SVG is rendered with 1600 to 4096 pixels, whatever size it states", async () => {
  const sideOf = async (side: number) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"></svg>`;
    const decoded = await decodePicture(Buffer.from(svg), 8192);
    return decoded.ok ? [decoded.picture.width, decoded.picture.height] : decoded.error;
  };
  expect(await sideOf(100)).toEqual([1600, 1600]);
  expect(await sideOf(2000)).toEqual([2000, 2000]);
  expect(await sideOf(16_000)).toEqual([4096, 4096]);
});

test("a picture is reduced to its most megapixels and to sides that can be read", async () => {
  const sizeOf = async (width: number, height: number) => {
    const file = await sharp({
      create: { width, height, channels: 3, background: "white" },
    })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const decoded = await decodePicture(file, { megapixels: 1 });
    return decoded.ok ? [decoded.picture.width, decoded.picture.height, decoded.scale] : decoded;
  };
  expect(await sizeOf(1000, 1000)).toEqual([1000, 1000, 1]);
  expect(await sizeOf(4000, 1000)).toEqual([2000, 500, 2]);
  expect(await sizeOf(40_000, 4)).toEqual([32_767, 3, 40_000 / 32_767]);
});

test("a HEIC picture is refused with a way to convert it", async () => {
  const decoded = await decodePicture(Buffer.from(heic.join(""), "base64"), 1600);
  expect(decoded).toMatchObject({ ok: false });
  expect(decoded).toHaveProperty("error", expect.stringMatching(/HEIC.*Convert it to JPEG/));
});

/** A red picture of 64 x 48 pixels that heif-enc of libheif 1.15 wrote, in base64. */
const heic = [
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA",
  "AAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAA",
  "GAACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAA",
  "AgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AA",
  "AAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQB",
  "wXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEA",
  "AAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAACBtZGF0AAAAFCgBrwQY+Mpx1//zIR+f",
  "gLhh0hHn",
];

/** A black square with one bit for each pixel (ISO/IEC 15948). */
function blankPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const pixels = Buffer.alloc((1 + Math.ceil(side / 8)) * side);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

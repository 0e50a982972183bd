import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeG4 } from "../g4/encode-g4.ts";
import { onePage, pngImage, rawImage, wholePage } from "./testing/build-pdf.ts";
import { load } from "./testing/read-back.ts";

describe("samples", () => {
  test("that libpng filtered come out as they went in", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom<1 | 3>(1, 3),
        fc.infiniteStream(fc.nat({ max: 255 })),
        async (width, height, channels, stream) => {
          const samples = Uint8Array.from(
            { length: width * height * channels },
            () => stream.next().value,
          );
          const image = await pngImage(samples, { width, height, channels });
          expect(colorsOf(await load(onePage(wholePage, image)))).toEqual(
            channels === 3 ? [...samples] : [...samples].flatMap((value) => [value, value, value]),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  // Two pixels of 2 bits: 01 and 11, of three: 85 and 255.
  test.each([
    ["of gray", "/DeviceGray", [85, 85, 85, 255, 255, 255]],
    ["of calibrated gray", "[/CalGray << /WhitePoint [1 1 1] >>]", [85, 85, 85, 255, 255, 255]],
    ["of an ICC profile", "[/ICCBased 6 0 R]", [85, 85, 85, 255, 255, 255]],
    [
      "of a table in a string",
      "[/Indexed /DeviceRGB 3 (...\\001\\2\\003...\\)\\\\\\n)]",
      [1, 2, 3, 41, 92, 10],
    ],
    [
      "of a table in digits",
      "[/Indexed /DeviceRGB 3 <0000000102030000000A0B0C>]",
      [1, 2, 3, 10, 11, 12],
    ],
    ["of a table in a stream", "[/Indexed /DeviceGray 3 7 0 R]", [65, 65, 65, 68, 68, 68]],
    ["turned to the negative", "/DeviceGray /Decode [1 0]", [170, 170, 170, 0, 0, 0]],
  ])("%s have their colors", async (_, space, colors) => {
    const image = rawImage(2, 1, 2, space, Uint8Array.of(0b01110000));
    const more = [
      { entries: "/N 1", data: "" },
      { entries: "", data: "@ACD" },
    ];
    expect(colorsOf(await load(onePage(wholePage, image, { more })))).toEqual(colors);
  });

  test("under a soft mask are laid on white", async () => {
    const image = rawImage(2, 1, 8, "/DeviceGray /SMask 6 0 R", Uint8Array.of(55, 55));
    const more = [rawImage(2, 1, 8, "/DeviceGray", Uint8Array.of(255, 51))];
    // 51 is a fifth: 255 − 200 / 5.
    expect(colorsOf(await load(onePage(wholePage, image, { more })))).toEqual([
      55, 55, 55, 215, 215, 215,
    ]);
  });

  test("in text of base 85 and of hexadecimal digits are read", async () => {
    // "Man " is 9jqo^ in the published example; zeros are z.
    const base85 = rawImage(8, 1, 8, "/DeviceGray /Filter [/ASCII85Decode]", "9jq o^\nz~>");
    expect(colorsOf(await load(onePage(wholePage, base85))).filter((_, i) => i % 3 === 0)).toEqual([
      77, 97, 110, 32, 0, 0, 0, 0,
    ]);
    const hex = rawImage(2, 1, 8, "/DeviceGray /Filter /ASCIIHexDecode", "4 d6\n1>");
    expect(colorsOf(await load(onePage(wholePage, hex))).filter((_, i) => i % 3 === 0)).toEqual([
      77, 97,
    ]);
  });

  test("of one bit become bits, 1 for black", async () => {
    const image = rawImage(
      8,
      2,
      1,
      "/DeviceGray /Filter /FlateDecode",
      deflateSync(Uint8Array.of(0xf0, 0x0f)),
    );
    expect(await load(onePage(wholePage, image))).toEqual({
      kind: "bits",
      bytes: Uint8Array.of(0x0f, 0xf0),
      width: 8,
      height: 2,
    });
    const mask = rawImage(8, 1, 1, "/ImageMask true", Uint8Array.of(0xf0));
    expect(await load(onePage(wholePage, mask))).toMatchObject({ bytes: Uint8Array.of(0x0f) });
  });

  test.each([
    ["", 0b11110000],
    ["/BlackIs1 true", 0b00001111],
  ])("of Group 4 with %s keep what is black", async (parameters, first) => {
    const entries = `/DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 ${parameters} >>`;
    const image = rawImage(8, 1, 1, entries, encodeG4(Uint8Array.of(0b11110000), 8, 1));
    expect(await load(onePage(wholePage, image))).toMatchObject({ bytes: Uint8Array.of(first) });
  });
});

function colorsOf(image: Awaited<ReturnType<typeof load>>): number[] {
  if (image.kind !== "pixels") throw new Error(`The picture is ${image.kind}.`);
  return [...image.picture.data].filter((_, index) => index % 4 !== 3);
}

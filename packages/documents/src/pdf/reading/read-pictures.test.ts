import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeG4 } from "../g4/encode-g4.ts";
import { readPdfPictures } from "../read-pdf-pictures.ts";
import { A4, drawBits, drawJpeg, placeWords, writePdf } from "../testing/sample.ts";
import { isMissing, throughGhostscript, withFile } from "../testing/tools.ts";
import type { DecodedImage } from "./decode-image.ts";
import { buildPdf, onePage, type PdfObject, pngImage, wholePage } from "./testing/build-pdf.ts";

const noQpdf = isMissing("qpdf");
const jpeg = await drawJpeg(400, 566);
const bits = drawBits(800, 1131);
const card = { width: 85.6, height: 53.98 };
const ownFile = await writePdf([
  { size: A4, image: jpeg, words: placeWords(["Some invisible text"]) },
  { size: card, image: bits, words: [] },
]);

test("takes the pictures of a file that the writer made, byte for byte", async () => {
  const pages = await readPages(ownFile);
  expect(
    pages.map(({ size, width, height, quarterTurns }) => [size, width, height, quarterTurns]),
  ).toEqual([
    [near(A4), 400, 566, 0],
    [near(card), 800, 1131, 0],
  ]);
  expect(await pages[0]!.load()).toEqual({ kind: "jpeg", bytes: jpeg.bytes });
  expect(await pages[1]!.load()).toEqual(bits);
});

describe.skipIf(noQpdf)("files that qpdf rewrote", () => {
  test.each([
    ["with object streams", ["--object-streams=generate"]],
    ["linearized", ["--linearize"]],
    ["uncompressed", ["--stream-data=uncompress", "--qdf", "--object-streams=disable"]],
    ["compressed again", ["--recompress-flate", "--object-streams=generate", "--linearize"]],
  ])("%s have the same pictures", async (_, options) => {
    const pages = await readPages(qpdf(ownFile, options));
    expect(await pages[0]!.load()).toEqual({ kind: "jpeg", bytes: jpeg.bytes });
    expect(pixelsOf(await pages[1]!.load())).toEqual(pixelsOf(bits));
  });

  test.each([
    ["with a password", ["--encrypt", "secret", "owner", "256", "--"]],
    ["against changes", ["--encrypt", "", "owner", "256", "--"]],
  ])("protected %s are refused", async (_, options) => {
    expect(await problemOf(qpdf(ownFile, options))).toBe(
      "This PDF is protected with a password; save it without one and open it again.",
    );
  });

  test("with pages in another order have their pictures in that order", async () => {
    const pages = await readPages(qpdf(ownFile, ["--pages", ".", "2,1", "--", "--rotate=+90:1"]));
    expect(pages.map(({ width, quarterTurns }) => [width, quarterTurns])).toEqual([
      [800, 1],
      [400, 0],
    ]);
    expect(pages[0]!.size).toEqual(near({ width: card.height, height: card.width }));
  });
});

test.skipIf(isMissing("gs"))(
  "takes the pictures out of a file that Ghostscript wrote",
  async () => {
    const pages = await readPages(throughGhostscript(ownFile));
    expect(pages.map(({ size }) => size)).toEqual([near(A4), near(card)]);
    const image = await pages[0]!.load();
    // Ghostscript writes the end marker of a JPEG file twice.
    expect(image.kind === "jpeg" && image.bytes.subarray(0, jpeg.bytes.length)).toEqual(jpeg.bytes);
    expect(pixelsOf(await pages[1]!.load())).toEqual(pixelsOf(bits));
  },
);

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

describe("placement", () => {
  const image = rawImage(2, 1, 8, "/DeviceGray", Uint8Array.of(1, 2));

  test.each([
    ["as it is", "144 0 0 72 0 0", "", 50.8, 25.4, 0],
    ["turned counterclockwise", "0 144 -72 0 72 0", "", 25.4, 50.8, 3],
    ["upside down", "-144 0 0 -72 144 72", "", 50.8, 25.4, 2],
    ["turned clockwise", "0 -144 72 0 0 144", "", 25.4, 50.8, 1],
    ["on a page turned clockwise", "144 0 0 72 0 0", "/Rotate 90", 25.4, 50.8, 1],
    ["turned with the page against it", "0 144 -72 0 72 0", "/Rotate 90", 50.8, 25.4, 0],
    ["on a page of larger units", "144 0 0 72 0 0", "/UserUnit 2", 101.6, 50.8, 0],
  ])("a picture %s has its size and turn", async (_, matrix, page, width, height, quarterTurns) => {
    const [found] = await readPages(onePage(`q ${matrix} cm /I Do Q`, image, { page }));
    expect(found!.size).toEqual(near({ width, height }));
    expect(found!.quarterTurns).toBe(quarterTurns);
  });

  test("a picture within forms and nested matrices has its size", async () => {
    const form = {
      entries: "/Subtype /Form /Matrix [2 0 0 2 0 0] /Resources << /XObject << /J 5 0 R >> >>",
      data: "36 0 0 18 0 0 cm /J Do",
    };
    const content = "q 2 0 0 2 0 0 cm q 9 0 0 9 0 0 cm Q /F Do Q";
    const page = "/Resources << /XObject << /F 6 0 R >> >>";
    const [found] = await readPages(onePage(content, image, { page, more: [form] }));
    expect(found!.size).toEqual(near({ width: 50.8, height: 25.4 }));
  });
});

describe("pages that are more than a picture", () => {
  const image = rawImage(2, 1, 8, "/DeviceGray", Uint8Array.of(1, 2));
  const whole = (content: string) => readPdfPictures(onePage(content, image));

  test.each([
    ["text over the picture", `${wholePage} BT /F 12 Tf (Hello) Tj ET`, "holds text"],
    ["text beside the picture", "BT (Hello) Tj ET q 72 0 0 36 0 0 cm /I Do Q", "holds text"],
    ["text alone", "BT /F 12 Tf [(Hel) 20 (lo)] TJ ET", "holds text"],
    ["lines", `${wholePage} 10 10 m 20 20 l S`, "holds drawings"],
    ["a picture within its content", "BI /W 1 /H 1 /BPC 8 /CS /G ID x EI", "holds drawings"],
    ["several pictures", `${wholePage} q 10 0 0 10 0 0 cm /I Do Q`, "several pictures"],
    ["a mirrored picture", "q 144 0 0 -72 0 72 cm /I Do Q", "mirrored"],
  ])("%s: a sentence says so", async (_, content, words) => {
    const result = await whole(content);
    expect(result).toEqual({
      ok: false,
      problem: expect.stringMatching(
        new RegExp(`page 1 of this PDF.*${words}.*; export its pages`, "i"),
      ),
    });
  });

  test.each([
    ["invisible text", `BT 3 Tr (Hello) Tj ET ${wholePage}`],
    [
      "text and a white rectangle below the picture",
      `1 g 0 0 144 72 re f BT (Hello) Tj ET ${wholePage}`,
    ],
    ["a clipping path", `q 0 0 144 72 re W n ${wholePage} Q`],
  ])("%s is no obstacle", async (_, content) => {
    expect(await whole(content)).toMatchObject({ ok: true });
  });

  test("empty pages are left out", async () => {
    expect(await whole("q Q")).toEqual({
      ok: false,
      problem: "This PDF has no pages with pictures; choose another one.",
    });
  });
});

describe("pictures of other kinds", () => {
  test.each([
    ["JPEG 2000", "/DeviceGray /Filter /JPXDecode", 8],
    ["JBIG2", "/DeviceGray /Filter /JBIG2Decode", 1],
    ["LZW", "/DeviceGray /Filter /LZWDecode", 8],
    ["CCITT Group 3", "/DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K 0 >>", 1],
    ["colors other than gray and RGB", "/DeviceCMYK", 8],
    ["16 bits for a color", "/DeviceGray", 16],
    ["masked picture", "/DeviceGray /Mask [0 0]", 8],
  ])("are refused by name: %s", async (name, space, bits) => {
    expect(await problemOf(onePage(wholePage, rawImage(2, 1, bits, space, "data")))).toBe(
      `The picture on page 1 of this PDF is in a format that cannot be read here (${name}); export its pages as pictures in a viewer and open those.`,
    );
  });

  test("of more pixels than fit into memory are refused before they are decoded", async () => {
    const image = rawImage(20_000, 20_000, 8, "/DeviceRGB", "");
    expect(await problemOf(onePage(wholePage, image))).toMatch(/has 400 megapixels/);
  });

  test("that end too soon are damaged", async () => {
    const data = deflateSync(new Uint8Array(50)).subarray(0, 8);
    const image = rawImage(10, 10, 8, "/DeviceGray /Filter /FlateDecode", data);
    expect(await load(onePage(wholePage, image))).toEqual({
      kind: "problem",
      problem:
        "The picture on page 1 of this PDF is damaged; export its pages as pictures in a viewer and open those.",
    });
  });
});

describe("damaged files", () => {
  test("a file that is no PDF is refused", async () => {
    expect(await problemOf(jpeg.bytes)).toBe("This file is not a PDF; choose a PDF or pictures.");
  });

  test("a file without pages is damaged", async () => {
    expect(await problemOf(buildPdf(["<< /Type /Catalog >>"]))).toBe(
      "This PDF is damaged; print it to a new PDF in a viewer and open that.",
    );
  });

  test("pages that contain themselves end", async () => {
    const tree = ["<< /Pages 2 0 R >>", "<< /Kids [2 0 R 3 0 R] >>", "<< /Kids [2 0 R] >>"];
    expect(await problemOf(buildPdf(tree))).toMatch(/no pages with pictures/);
  });

  test("after object streams of 64 MB in all, no more are opened", async () => {
    const pages = "<< /Type /Pages /Kids [] >>";
    const stream = (entries: string, text: string): PdfObject => ({
      entries: `/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode ${entries}`,
      data: deflateSync(text),
    });
    const build = (size: number) =>
      buildPdf(["<< /Pages 9 0 R >>", stream("", "8 0 ".padEnd(size)), stream("", `9 0 ${pages}`)]);
    expect(await problemOf(build(1000))).toMatch(/no pages with pictures/);
    expect(await problemOf(build(70_000_000))).toMatch(/damaged/);
  });

  test("forms that contain themselves end", async () => {
    const form = { entries: "/Subtype /Form", data: "/I Do /I Do /I Do" };
    expect(await problemOf(onePage(wholePage, form))).toMatch(/damaged/);
  });

  test("of a stream with a wrong length, the end is found", async () => {
    const text = Buffer.from(ownFile)
      .toString("latin1")
      .replaceAll(/\/Length \d+/g, "/Length 7");
    const pages = await readPages(Buffer.from(text, "latin1"));
    expect(await pages[0]!.load()).toEqual({ kind: "jpeg", bytes: jpeg.bytes });
  });

  test("the last of several objects of a number counts", async () => {
    const file = onePage("BT (Hello) Tj ET", rawImage(2, 1, 8, "/DeviceGray", "ab"));
    const update = `\n4 0 obj << /Length ${wholePage.length} >> stream\n${wholePage}\nendstream endobj\ntrailer << /Root 1 0 R >>`;
    expect(await readPdfPictures(Buffer.concat([file, Buffer.from(update)]))).toMatchObject({
      ok: true,
    });
  });

  test("any damage gives pictures or a sentence", async () => {
    const files = [
      ownFile,
      onePage(wholePage, rawImage(2, 1, 2, "[/Indexed /DeviceRGB 3 (abc)]", "a")),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(
          fc.tuple(
            fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
            fc.uint8Array({ minLength: 1, maxLength: 6 }),
          ),
          { maxLength: 12 },
        ),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        async (file, changes, kept) => {
          const bytes = new Uint8Array(file);
          for (const [place, change] of changes) {
            const at = Math.floor(place * bytes.length);
            bytes.set(change.subarray(0, bytes.length - at), at);
          }
          const result = await readPdfPictures(bytes.subarray(0, Math.ceil(kept * bytes.length)));
          if (!result.ok) expect(result.problem).toMatch(/^[A-Z].*; .*\.$/);
          else for (const page of result.pages) expect(await page.load()).toHaveProperty("kind");
        },
      ),
      { numRuns: 300 },
    );
  });

  test("any text after the header gives a sentence", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...fragments), { maxLength: 60 }),
        async (parts) => {
          const result = await readPdfPictures(Buffer.from(`%PDF-1.4\n${parts.join(" ")}`));
          expect(result.ok).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });
});

const fragments =
  "1 0 obj|2 0 R|<<|>>|[|]|(|)|<|>|/Type|/Pages|/Kids|/Root 1 0 R|trailer|stream|endstream|endobj|%|\\|-1|1e9|\n|/Length 5|{|}".split(
    "|",
  );

function rawImage(
  width: number,
  height: number,
  bits: number,
  entries: string,
  data: Uint8Array | string,
): PdfObject {
  const space = entries.startsWith("/ImageMask") ? "" : "/ColorSpace ";
  return {
    entries: `/Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits} ${space}${entries}`,
    data,
  };
}

async function readPages(file: Uint8Array) {
  const result = await readPdfPictures(new Uint8Array(file));
  if (!result.ok) throw new Error(result.problem);
  return result.pages;
}

async function problemOf(file: Uint8Array): Promise<string> {
  const result = await readPdfPictures(file);
  return result.ok ? "none" : result.problem;
}

const load = async (file: Uint8Array) => (await readPages(file))[0]!.load();

function colorsOf(image: Awaited<ReturnType<typeof load>>): number[] {
  if (image.kind !== "pixels") throw new Error(`The picture is ${image.kind}.`);
  return [...image.picture.data].filter((_, index) => index % 4 !== 3);
}

/** Whether each pixel is black, without the bits that fill a row. */
function pixelsOf(image: DecodedImage | { kind: "problem" }): string[] {
  if (image.kind !== "bits") throw new Error(`The picture is ${image.kind}.`);
  const { bytes, width, height } = image;
  const stride = Math.ceil(width / 8);
  return Array.from({ length: height }, (_, y) =>
    Array.from(
      { length: width },
      (_, x) => (bytes[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1,
    ).join(""),
  );
}

const near = ({ width, height }: { width: number; height: number }) => ({
  width: expect.closeTo(width, 2),
  height: expect.closeTo(height, 2),
});

function qpdf(file: Uint8Array, options: string[]): Uint8Array {
  return withFile(file, (path) => {
    execFileSync("qpdf", [path, ...options, `${path}.out`]);
    return readFileSync(`${path}.out`);
  });
}

import { readFileSync } from "node:fs";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { createPictureDecoder } from "../../node.ts";
import type { CodedResult } from "../coded/coded-picture.ts";
import { readPdfPictures } from "../read-pdf-pictures.ts";
import type { DecodedImage } from "./decode-image.ts";
import type { PdfPicturePage } from "./read-pictures.ts";
import { onePage, rawImage, wholePage } from "./testing/build-pdf.ts";

// How the files in fixtures/ were made: Ghostscript drew the page; jbig2enc 0.30 (`jbig2 -p`, and
// `jbig2 -s -p` for symbols) with its jbig2topdf.py, and opj_compress 2.5 (lossless) with img2pdf
// 0.4 made the PDF files; qpdf joined three of them to mixed.pdf. The pictures beside them are
// what pdfimages of Poppler 22.12 reads in these files, with decoders of its own.
const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));

const decoder = createPictureDecoder();
afterAll(() => decoder.stop());

async function readPages(file: Uint8Array): Promise<PdfPicturePage[]> {
  const result = await readPdfPictures(file, decoder.decode);
  if (!result.ok) throw new Error(result.problem);
  return result.pages;
}

/** Returns red, green and blue of every pixel. */
async function pixelsOf(image: DecodedImage | { kind: "problem"; problem: string }) {
  if (image.kind === "problem") throw new Error(image.problem);
  if (image.kind === "jpeg") throw new Error("The picture is a JPEG file.");
  if (image.kind === "bits") {
    const { bytes, width, height } = image;
    const stride = Math.ceil(width / 8);
    return Buffer.from(
      Array.from({ length: width * height }, (_, index) => {
        const [x, y] = [index % width, Math.floor(index / width)];
        return (bytes[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 0 : 255;
      }).flatMap((level) => [level, level, level]),
    );
  }
  const { width, height, data } = image.picture;
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer();
}

const expectedPixels = (name: string) =>
  sharp(fixture(`${name}.png`))
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer();

describe("pictures of office scanners", () => {
  test.each([
    ["JBIG2 without symbols", "jbig2-generic", "bits", { width: 84.58, height: 35.31 }],
    [
      "JBIG2 with symbols that pages share",
      "jbig2-symbols",
      "bits",
      { width: 84.58, height: 35.31 },
    ],
    ["JPEG 2000 in gray", "jpx-gray", "pixels", { width: 88.11, height: 36.78 }],
    ["JPEG 2000 in RGB", "jpx-rgb", "pixels", { width: 88.11, height: 36.78 }],
  ])("of %s have the pixels that Poppler finds", async (_, name, kind, size) => {
    const [page] = await readPages(fixture(`${name}.pdf`));
    const image = await page!.load();
    expect(image.kind).toBe(kind);
    expect(page).toMatchObject({ width: 333, height: 139 });
    expect(page!.size.width).toBeCloseTo(size.width, 1);
    expect(page!.size.height).toBeCloseTo(size.height, 1);
    expect((await pixelsOf(image)).equals(await expectedPixels(name))).toBe(true);
  });

  test("without a color space in the PDF have the colors of their file", async () => {
    const text = Buffer.from(fixture("jpx-rgb.pdf")).toString("latin1");
    const changed = text.replace("/ColorSpace /DeviceRGB", "/Color1234 /DeviceRGB");
    const [page] = await readPages(new Uint8Array(Buffer.from(changed, "latin1")));
    const pixels = await pixelsOf(await page!.load());
    expect(pixels.equals(await expectedPixels("jpx-rgb"))).toBe(true);
  });

  test.each(["jbig2-symbols", "jpx-gray"])("%s can be read again", async (name) => {
    const [page] = await readPages(fixture(`${name}.pdf`));
    expect(await page!.load()).toEqual(await page!.load());
  });

  test("are refused by name when there is no decoder", async () => {
    expect(await readPdfPictures(fixture("jbig2-generic.pdf"))).toEqual({
      ok: false,
      problem: expect.stringMatching(/^The picture on page 1 .*cannot be read here \(JBIG2\); /),
    });
    expect(await readPdfPictures(fixture("jpx-gray.pdf"))).toEqual({
      ok: false,
      problem: expect.stringMatching(/\(JPEG 2000\); /),
    });
  });
});

describe("a page that cannot be decoded", () => {
  test("is named, and those before and after it are read", async () => {
    const file = fixture("mixed.pdf");
    // Without the marker of its first tile-part, the picture of the second page cannot be decoded.
    const tilePart = Buffer.from(file).indexOf(Buffer.of(0xff, 0x90, 0, 10));
    file.fill(0, tilePart, tilePart + 12);
    const pages = await readPages(file);
    const images: { kind: string; problem?: string }[] = [];
    for (const page of pages) images.push(await page.load());
    expect(images.map(({ kind }) => kind)).toEqual(["bits", "problem", "bits"]);
    expect(images[1]!.problem).toMatch(/^The picture on page 2 of this PDF is damaged; /);
  });

  test.each<[CodedResult & { ok: false }, RegExp]>([
    [{ ok: false, reason: "missing" }, /^The decoder of JPEG 2000 .* page 1 .*; check the network/],
    [
      { ok: false, reason: "slow" },
      /^The picture on page 1 of this PDF takes too long to decode; /,
    ],
  ])("says why: %j", async (failure, sentence) => {
    const result = await readPdfPictures(fixture("jpx-gray.pdf"), async () => failure);
    if (!result.ok) throw new Error(result.problem);
    expect(await result.pages[0]!.load()).toEqual({
      kind: "problem",
      problem: expect.stringMatching(sentence),
    });
  });

  test("is not decoded when its file of JPEG 2000 is larger than the PDF says", async () => {
    const data = Uint8Array.of(0xff, 0x4f, 0xff, 0x51, 0, 41, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0);
    const padded = new Uint8Array(60);
    padded.set(data);
    const image = rawImage(10, 10, 8, "/DeviceGray /Filter /JPXDecode", padded);
    let wasAsked = false;
    const result = await readPdfPictures(onePage(wholePage, image), async () => {
      wasAsked = true;
      return { ok: false, reason: "slow" };
    });
    if (!result.ok) throw new Error(result.problem);
    expect(await result.pages[0]!.load()).toMatchObject({
      problem: expect.stringMatching(/damaged/),
    });
    expect(wasAsked).toBe(false);
  });
});

test("any damage to such a file gives pictures or a sentence", async () => {
  const files = ["jbig2-generic", "jbig2-symbols", "jpx-gray", "jpx-rgb", "mixed"].map((name) =>
    fixture(`${name}.pdf`),
  );
  const change = fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 8 }),
      async (file, changes) => {
        const bytes = new Uint8Array(file);
        for (const [place, change] of changes) {
          const at = place % bytes.length;
          bytes.set(change.subarray(0, bytes.length - at), at);
        }
        const result = await readPdfPictures(bytes, decoder.decode);
        if (!result.ok) expect(result.problem).toMatch(/^[A-Z].*; .*\.$/);
        else
          for (const page of result.pages) {
            const image = await page.load();
            if (image.kind === "problem") expect(image.problem).toMatch(/page \d+ .*; .*\.$/);
          }
      },
    ),
    { numRuns: 150 },
  );
});

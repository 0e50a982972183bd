import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readPdfPictures } from "../read-pdf-pictures.ts";
import { A4, drawBits, drawJpeg, placeWords, writePdf } from "../testing/sample.ts";
import { isMissing, throughGhostscript, withFile } from "../testing/tools.ts";
import type { DecodedImage } from "./decode-image.ts";
import { buildPdf, onePage, rawImage, severalPages, wholePage } from "./testing/build-pdf.ts";
import { load, near, problemOf, readPages } from "./testing/read-back.ts";

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

describe("a file with pages that cannot be taken", () => {
  const image = rawImage(2, 1, 8, "/DeviceGray", Uint8Array.of(1, 2));

  test("has its other pages, and a sentence for each of those", async () => {
    const contents = [wholePage, "BT (Hello) Tj ET", "q Q", wholePage, "10 10 m 20 20 l S"];
    const result = await readPdfPictures(severalPages(contents, image));
    if (!result.ok) throw new Error(result.problem);
    expect(result.pages.map(({ number }) => number)).toEqual([1, 4]);
    expect(result.problems).toEqual([
      { number: 2, problem: expect.stringMatching(/^Page 2 of this PDF holds text; /) },
      { number: 5, problem: expect.stringMatching(/^Page 5 of this PDF holds drawings; /) },
    ]);
  });

  test("is refused with the first sentence when no page is left", async () => {
    const file = severalPages(["q Q", "BT (a) Tj ET", "10 10 m 20 20 l S"], image);
    expect(await problemOf(file)).toMatch(/^Page 2 of this PDF holds text; /);
  });

  test("of which some hold far more than pictures need has the pages before them", async () => {
    const content = deflateSync("q Q ".repeat(900_000));
    const pages = Array.from({ length: 1000 }, (_, index) => index + 7);
    const file = buildPdf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      `<< /Type /Pages /Kids [4 0 R ${pages.map((number) => `${number} 0 R`).join(" ")}] >>`,
      { entries: "/Filter /FlateDecode", data: new Uint8Array(content) },
      "<< /Type /Page /Contents 5 0 R /Resources << /XObject << /I 6 0 R >> >> >>",
      { entries: "", data: wholePage },
      image,
      ...pages.map(() => "<< /Type /Page /Contents 3 0 R >>"),
    ]);
    expect(file.length).toBeLessThan(120_000);
    const result = await readPdfPictures(file);
    if (!result.ok) throw new Error(result.problem);
    expect(result.pages.map(({ number }) => number)).toEqual([1]);
    expect(result.problems.at(-1)!.problem).toMatch(
      /^Page \d+ of this PDF was not read, because its pages hold far more than pictures need; /,
    );
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
    ["a picture of no extent", "q 144 0 0 0 0 0 cm /I Do Q", "less than a millimeter"],
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

test("a poster of 6.35 m is refused with its length and the largest that is taken", async () => {
  const image = rawImage(2, 1, 8, "/DeviceGray", Uint8Array.of(1, 2));
  // 18,000 points are 250 inches.
  expect(await problemOf(onePage("q 18000 0 0 9000 0 0 cm /I Do Q", image))).toBe(
    "The picture on page 1 of this PDF is 6.35 m long, and a page has at most 5 m; print it smaller to a new PDF in a viewer and open that.",
  );
});

describe("pictures of other kinds", () => {
  test.each([
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

function qpdf(file: Uint8Array, options: string[]): Uint8Array {
  return withFile(file, (path) => {
    execFileSync("qpdf", [path, ...options, `${path}.out`]);
    return readFileSync(`${path}.out`);
  });
}

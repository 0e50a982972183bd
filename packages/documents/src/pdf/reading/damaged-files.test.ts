import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPdfPictures } from "../read-pdf-pictures.ts";
import { A4, drawBits, drawJpeg, placeWords, writePdf } from "../testing/sample.ts";
import { buildPdf, onePage, type PdfObject, rawImage, wholePage } from "./testing/build-pdf.ts";
import { problemOf, readPages } from "./testing/read-back.ts";

const jpeg = await drawJpeg(400, 566);
const ownFile = await writePdf([
  { size: A4, image: jpeg, words: placeWords(["Some invisible text"]) },
  { size: A4, image: drawBits(80, 113), words: [] },
]);

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

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPdfWriter } from "./pdf-writer.ts";
import { findObject, followStream, readObjects } from "./testing/file-objects.ts";
import { A4, drawBits, drawJpeg, placeWords, writePdf } from "./testing/sample.ts";
import { isMissing, readText, run, throughGhostscript } from "./testing/tools.ts";
import type { PdfWord } from "./text-layer.ts";

const noText = isMissing("pdftotext");
const noQpdf = isMissing("qpdf");
const noGhostscript = isMissing("gs") || noText;
const noImages = isMissing("pdfimages");
const image = await drawJpeg(1654, 2339);

/**
 * Lines whose characters run from left to right. The second has characters beyond 16 bits, the
 * third one ligatures.
 */
const lines = [
  "Dear reader, it's 100 % (plain) <text> & more",
  "\u{1F600} \u{1D518}\u{1D52B} \u{20000}\u{2A6DF} \u{13000}",
  "o\uFB03ce \uFB01sh \u0132sland stra\u00DFe",
  "\u0413\u0440\u044E\u0437\u0456 \u03BA\u03CC\u03C3\u03BC\u03BF\u03C2 \u0540\u0561\u0575 \u10E5\u10D0\u10E0",
  "\u4E2D\u6587 \u65E5\u672C\u8A9E \uD55C\uAD6D\uC5B4 \u0939\u093F\u0928\u094D\u0926\u0940 \u0E44\u0E17\u0E22 \u12A0\u121B\u122D\u129B",
];

describe.skipIf(noText)("pdftotext", () => {
  test("reads the words of a page in any script exactly", async () => {
    const file = await writePdf([{ size: A4, image, words: placeWords(lines) }]);
    expect(readText(file)).toEqual(lines);
  });

  test("reads Hebrew and Arabic in logical order", async () => {
    const lines = [
      "\u05E9\u05DC\u05D5\u05DD \u05E2\u05D5\u05DC\u05DD",
      "\u0645\u0631\u062D\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645",
    ];
    const words = placeWords(lines, { toLeft: true });
    expect(readText(await writePdf([{ size: A4, image, words }]))).toEqual(lines);
  });

  test("reads a number inside a Hebrew word forward", async () => {
    const word = "\u05D0\u05D112\u05D2\u05D3";
    const words = placeWords([word], { toLeft: true });
    expect(readText(await writePdf([{ size: A4, image, words }]))).toEqual([word]);
  });

  test("reads any letters exactly", async () => {
    const letter = fc
      .integer({ min: 0x21, max: 0x2ffff })
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /^[\p{Lu}\p{Ll}\p{Lo}\p{Nd}]$/u.test(character))
      // Readers reorder right-to-left letters, and pdftotext composes what has a shorter form.
      .filter((character) => !rightToLeft.test(character) && character === character.normalize());
    // pdftotext takes single letters in a row for one spaced-out word.
    const word = fc.array(letter, { minLength: 2, maxLength: 8 }).map((word) => word.join(""));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), async (words) => {
        const line = words.join(" ");
        const file = await writePdf([{ size: A4, image, words: placeWords([line]) }]);
        expect(readText(file)).toEqual([line]);
      }),
      { numRuns: 30 },
    );
  });

  test("reads 2000 different characters exactly", async () => {
    const lines = hanLines(25, 80);
    const file = await writePdf([{ size: A4, image, words: placeWords(lines) }]);
    expect(readText(file)).toEqual(lines);
  });

  test("finds every word where it stands on the picture", async () => {
    const words = placeWords(["one two", "three"]);
    const html = run(
      "pdftotext",
      ["-bbox", "FILE", "-"],
      await writePdf([{ size: A4, image, words }]),
    );
    const found = [
      ...html.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(\w+)</g),
    ];
    expect(found.map((match) => match[5])).toEqual(["one", "two", "three"]);
    const scale = 595.276 / 1654;
    for (const [index, { box }] of words.entries()) {
      const [left, top, right, bottom] = found[index]!.slice(1, 5).map(Number);
      expect(left).toBeCloseTo(box.x * scale, 1);
      expect(right).toBeCloseTo((box.x + box.width) * scale, 1);
      expect(top).toBeCloseTo(box.y * scale, 1);
      expect(bottom).toBeCloseTo((box.y + box.height) * scale, 1);
    }
  });

  test("keeps a slanted line together", async () => {
    const words = placeWords(["a line that climbs to the right"]).map((word) => {
      const climb = (x: number) => 600 - x * 0.015;
      const [left, right] = [word.box.x, word.box.x + word.box.width];
      return {
        ...word,
        box: { ...word.box, y: climb(right) - 32, height: 44 },
        baseline: { from: { x: left, y: climb(left) }, to: { x: right, y: climb(right) } },
      };
    });
    const file = await writePdf([{ size: A4, image, words }]);
    expect(readText(file)).toEqual(["a line that climbs to the right"]);
  });
});

describe.skipIf(noGhostscript)("the PDF/A pass of Ghostscript", () => {
  test("keeps the text of pages in color and in black and white", async () => {
    // Ghostscript 10.0 to 10.02 breaks every character beyond 16 bits, whatever wrote the file.
    const kept = lines.filter((_, index) => index !== 1);
    const words = placeWords(kept);
    const file = await writePdf([
      { size: A4, image, words },
      { size: A4, image: drawBits(1654, 2339), words },
    ]);
    const before = readText(file);
    expect(before).toEqual([...kept, ...kept]);
    expect(readText(throughGhostscript(file))).toEqual(before);
  });

  test("keeps the text of a page with 2000 different characters", async () => {
    const lines = hanLines(25, 80);
    const file = await writePdf([{ size: A4, image, words: placeWords(lines) }]);
    expect(readText(throughGhostscript(file))).toEqual(lines);
  });
});

test.skipIf(noQpdf)("qpdf finds nothing wrong with a file", async () => {
  const words = placeWords(lines);
  const file = await writePdf([
    { size: A4, image, words },
    { size: { width: 85.6, height: 54 }, image: drawBits(673, 425), words: [] },
    { size: { width: 297, height: 210 }, image: await drawJpeg(400, 300, 1), words },
  ]);
  expect(run("qpdf", ["--check", "FILE"], file)).toContain("No syntax or stream encoding errors");
});

test.skipIf(noImages)("the pictures come out as they went in", async () => {
  const bits = drawBits(675, 425);
  const gray = await drawJpeg(400, 300, 1);
  const file = await writePdf([
    { size: A4, image, words: [] },
    { size: { width: 85.725, height: 53.975 }, image: bits, words: [] },
    { size: A4, image: gray, words: [] },
  ]);
  const rows = run("pdfimages", ["-list", "FILE"], file).split("\n").slice(2, 5);
  expect(rows.map((row) => row.trim().split(/\s+/).slice(2, 14).join(" "))).toEqual([
    "image 1654 2339 rgb 3 8 jpeg no 3 0 200 200",
    "image 675 425 gray 1 1 ccitt no 6 0 200 200",
    "image 400 300 gray 1 8 jpeg no 9 0 48 26",
  ]);
});

test.skipIf(isMissing("pdftoppm"))("the text is invisible", async () => {
  const draw = async (words: PdfWord[]) => {
    const file = await writePdf([{ size: A4, image: drawBits(827, 1169), words }]);
    return run("pdftoppm", ["-r", "50", "-gray", "FILE"], file);
  };
  expect(await draw(placeWords(lines))).toBe(await draw([]));
});

test("pages have their size in millimeters", async () => {
  const sizes = [A4, { width: 215.9, height: 279.4 }, { width: 85.6, height: 53.98 }];
  const pages = sizes.map((size) => ({ size, image: drawBits(100, 100), words: [] }));
  const { objects } = readObjects(await writePdf(pages));
  const boxes = objects.flatMap(({ text }) => /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(text)?.[1] ?? []);
  // ISO 216, ANSI X3.151 and ISO/IEC 7810 in points of 1/72 inch.
  expect(boxes).toEqual(["595.276 841.89", "612 792", "242.646 153.014"]);
});

test.skipIf(isMissing("pdfinfo"))(
  "title, date and language are those of the document",
  async () => {
    const title = "R\u00E9sum\u00E9 <\u{1F600}> & (draft) \\";
    const file = await writePdf([{ size: A4, image, words: [] }], { title, language: "fr" });
    const info = run("pdfinfo", ["-isodates", "FILE"], file);
    expect(info).toMatch(/^CreationDate: +2026-11-22T10:30:45Z$/m);
    expect(/^Title: +(.*)$/m.exec(info)![1]).toBe(title);
    const metadata = run("pdfinfo", ["-meta", "FILE"], file);
    expect(metadata).toContain("R\u00E9sum\u00E9 &lt;\u{1F600}&gt; &amp; (draft) \\");
    expect(file.toString("latin1")).toContain("/Lang <FEFF00660072>");
  },
);

test("any title makes a file with a title of one line", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 40 }), async (title) => {
      const { objects } = readObjects(await writePdf([], { title }));
      const [, hex] = /\/Title <FEFF([0-9A-F]*)>/.exec(findObject(objects, "/Producer").text)!;
      const stored = Buffer.from(hex!, "hex").swap16().toString("utf16le");
      expect(stored).toBe(stored.trim());
      expect(stored).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    }),
  );
});

test("a word with nothing to show, or of no extent, is left out", async () => {
  const box = { x: 10, y: 10, width: 50, height: 20 };
  const words = [
    { text: "", line: 0, box },
    { text: " \n\u0000\uFEFF", line: 0, box },
    { text: "flat", line: 0, box: { ...box, height: 0 } },
    { text: "thin", line: 0, box: { ...box, width: 0 } },
  ];
  const { objects } = readObjects(await writePdf([{ size: A4, image, words }]));
  const content = followStream(objects, findObject(objects, "/Type /Page "), "Contents");
  expect(content.toString()).toBe("q 595.276 0 0 841.89 0 0 cm /P Do Q\n");
});

test("the writer passes each picture on before it takes the next page", async () => {
  const written: Uint8Array[] = [];
  const writer = createPdfWriter({ title: "", date: new Date(0) }, async (bytes) => {
    await Promise.resolve();
    written.push(bytes);
  });
  for (let page = 0; page < 3; page++) {
    const bytes = new Uint8Array([page]);
    await writer.addPage({
      size: A4,
      image: { kind: "jpeg", bytes, width: 1, height: 1, components: 1 },
      words: [],
    });
    expect(written).toContain(bytes);
  }
  await writer.finish();
});

test("a failure to write reaches the caller", async () => {
  const writer = createPdfWriter({ title: "", date: new Date(0) }, () => {
    throw new Error("The disk is full.");
  });
  const page = { size: A4, image: drawBits(8, 8), words: [] };
  await expect(writer.addPage(page)).rejects.toThrow("The disk is full.");
});

/** Makes lines of different Han characters, in words of four. */
function hanLines(rows: number, columns: number): string[] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const character = String.fromCharCode(0x4e00 + row * columns + column);
      return column % 4 === 3 && column < columns - 1 ? `${character} ` : character;
    }).join(""),
  );
}

const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { openTextReader } from "./node.ts";
import { composeLines, drawPrintedPage, findMissingFonts } from "./ocr/testing/printed-page.ts";
import { A4, writePdf } from "./pdf/testing/sample.ts";
import { isMissing, readText, throughGhostscript } from "./pdf/testing/tools.ts";

const missingFonts = await findMissingFonts();
if (missingFonts) console.warn(`Skipped: reading a page into a PDF, because ${missingFonts}.`);
const missing = missingFonts !== undefined || isMissing("pdftotext") || isMissing("gs");

test.skipIf(missing)(
  "the text that is read on a page comes out of its PDF, and out of what Ghostscript makes of it",
  async () => {
    const opened = await openTextReader({ languages: ["eng"] });
    if (!opened.ok) throw new Error(opened.failure);
    onTestFinished(() => opened.value.close());
    const page = await drawPrintedPage(composeLines(120));
    const result = await opened.value.read(page);
    if (!result.ok) throw new Error(result.failure);
    const { words, text } = result.value;

    const { width, height } = page;
    const raw = { width, height, channels: 4 as const };
    const bytes = await sharp(page.data, { raw }).removeAlpha().jpeg().toBuffer();
    const image = { kind: "jpeg" as const, bytes, width, height, components: 3 as const };
    const file = await writePdf([{ size: A4, image, words }]);

    const lines = text.split("\n").filter((line) => line !== "");
    expect(words.length).toBeGreaterThan(100);
    expect(readText(file)).toEqual(lines);
    expect(readText(throughGhostscript(file))).toEqual(lines);
  },
);

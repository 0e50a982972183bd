import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { WritableFormat } from "@scanhook/code-writer";
import { loadLabels } from "@scanhook/hub";
import type { NamedContent } from "./content.ts";
import type { Drawing } from "./drawing.ts";

/**
 * Writes a PDF of labels, each with a code and its name. Resolves to how many contents were left
 * out, because their codes would be too fine.
 */
export async function writeSheet(
  format: WritableFormat,
  contents: readonly NamedContent[],
  { out, paper, copies }: Extract<Drawing, { kind: "pdf" }>,
): Promise<number> {
  const { loadFont, printLabels } = await loadLabels();
  async function* labels() {
    for (const { content, name } of contents)
      for (let copy = 0; copy < copies; copy++) yield { code: content, name, details: [] };
  }
  const design = { paper, format, withCode: false };
  let tooLong = 0;
  const font = await loadFont();
  async function* chunks(): AsyncGenerator<Buffer> {
    ({ tooLong } = yield* printLabels(labels(), design, font));
  }
  await pipeline(Readable.from(chunks()), createWriteStream(out));
  return tooLong / copies;
}

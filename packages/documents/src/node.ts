import { copyFile, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTextReader, type TextReader } from "./ocr/text-reader.ts";
import type { TextResult } from "./ocr/text-result.ts";
import { type DecoderWorker, limitDecoding } from "./pdf/coded/limit-decoding.ts";
import { startDecoderThread } from "./pdf/coded/node-decoder.ts";

/** A language whose data is missing comes with the name of the package that holds it. */
export type OpenedTextReader =
  | TextResult<TextReader>
  | { ok: false; failure: "no-language"; missingPackage: string };

/**
 * Starts a text reader in Node, with the language data of the installed packages
 * `@tesseract.js-data/<language>`. A package counts as installed if it can be imported from here.
 */
export async function openTextReader({
  languages,
  signal,
}: {
  languages: readonly string[];
  signal?: AbortSignal | undefined;
}): Promise<OpenedTextReader> {
  // The engine takes all languages from one folder and reads them while it starts.
  const folder = await mkdtemp(join(tmpdir(), "scanhook-text-"));
  try {
    for (const language of languages) {
      const file = await findLanguageData(language);
      if (file === undefined) {
        const missingPackage = `${packageScope}/${language}`;
        return { ok: false, failure: "no-language", missingPackage };
      }
      await copyFile(file, join(folder, `${language}.traineddata`));
    }
    const thread = fileURLToPath(new URL("./ocr/node-reading.ts", import.meta.url));
    const files = { languageData: folder, worker: thread };
    return await createTextReader({ languages, files, signal });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const packageScope = "@tesseract.js-data";

/**
 * Returns the path of a language's data, or undefined if it is not installed. Of the two variants
 * in a package this is the one with whole-number weights, which reads as well as the other at a
 * quarter of its size.
 */
export async function findLanguageData(language: string): Promise<string | undefined> {
  try {
    const url = import.meta.resolve(
      `${packageScope}/${language}/4.0.0_best_int/${language}.traineddata.gz`,
    );
    const path = fileURLToPath(url);
    await stat(path);
    return path;
  } catch {
    return undefined;
  }
}

/**
 * Returns a decoder for `readPdfPictures`, which starts a thread with the first picture in JBIG2 or
 * JPEG 2000. The thread does not keep the process running. It needs the package pdfjs-dist.
 */
export function createPictureDecoder(): DecoderWorker {
  return limitDecoding(startDecoderThread);
}

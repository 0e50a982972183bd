import { expect } from "vitest";
import { readPdfPictures } from "../../read-pdf-pictures.ts";
import type { PdfPicturePage } from "../read-pictures.ts";

/** Returns the pages of a file that has to have some. */
export async function readPages(file: Uint8Array): Promise<PdfPicturePage[]> {
  const result = await readPdfPictures(new Uint8Array(file));
  if (!result.ok) throw new Error(result.problem);
  return result.pages;
}

/** Returns the sentence that a file is refused with, and "none" if it is not. */
export async function problemOf(file: Uint8Array): Promise<string> {
  const result = await readPdfPictures(file);
  return result.ok ? "none" : result.problem;
}

/** Decodes the picture of the first page. */
export const load = async (file: Uint8Array) => (await readPages(file))[0]!.load();

/** A size in millimeters, within 0.005. */
export const near = ({ width, height }: { width: number; height: number }) => ({
  width: expect.closeTo(width, 2),
  height: expect.closeTo(height, 2),
});

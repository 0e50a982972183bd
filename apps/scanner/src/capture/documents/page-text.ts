import type { PdfWord } from "@scanhook/documents";

/**
 * The text that was read on a page, with the positions of its words on the turned page of `width` ×
 * `height` pixels.
 */
export type ReadText = {
  width: number;
  height: number;
  text: string;
  words: PdfWord[];
  /**
   * The code of the language in which the text was read, or of the first of several. English if it
   * is missing.
   */
  language?: string;
};

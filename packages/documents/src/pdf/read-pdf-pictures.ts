import type { PdfPictures } from "./reading/read-pictures.ts";

/**
 * Finds the pictures of a PDF file whose pages are one picture each, as scanners and this package make them, in the order of
 * the pages; pages that show nothing are left out, and so is text that cannot be seen. It takes JPEG, CCITT Group 4, and gray,
 * RGB and indexed samples of 1, 2, 4 and 8 bits, compressed or not; object streams, and files whose cross-reference table is
 * damaged. It refuses, with a sentence, encrypted files, pages with other text, drawings or several pictures, and pictures in
 * JPEG 2000, JBIG2, LZW, CCITT Group 3 and CMYK. Annotations are ignored. The code is loaded when it is first called.
 */
export async function readPdfPictures(bytes: Uint8Array): Promise<PdfPictures> {
  const { readPictures } = await import("./reading/read-pictures.ts");
  return readPictures(bytes);
}

import type { DecodeCoded } from "./coded/coded-picture.ts";
import type { PdfPictures } from "./reading/read-pictures.ts";

/**
 * Finds the pictures of a PDF file whose pages are one picture each, as scanners and this package
 * make them, in the order of the pages; pages that show nothing are left out, and so is text that
 * cannot be seen. It takes JPEG, CCITT Group 4, and gray, RGB and indexed samples of 1, 2, 4 and 8
 * bits, compressed or not; JBIG2 and JPEG 2000 with `decode`; object streams, and files whose
 * cross-reference table is damaged. A sentence says why a page is not taken: other text, drawings,
 * several pictures, or a picture in LZW, CCITT Group 3 or CMYK. Encrypted files and files without
 * any picture are refused as a whole. Annotations are ignored. The code is loaded when it is first
 * called.
 *
 * `decode` comes from `createPictureDecoder()` in Node, and in a page from `limitDecoding()` with a
 * worker that runs `createCodedDecoder()`.
 */
export async function readPdfPictures(
  bytes: Uint8Array,
  decode?: DecodeCoded,
): Promise<PdfPictures> {
  const { readPictures } = await import("./reading/read-pictures.ts");
  return readPictures(bytes, decode);
}

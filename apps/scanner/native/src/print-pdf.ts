import { saveFiles } from "./save-files.ts";

/** Offers the PDF file in the system's share sheet, which can print it. Returns true. */
export async function printPdf(pdf: File): Promise<boolean> {
  saveFiles([pdf]);
  return true;
}

import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Writing } from "./types/writing.ts";

/** The texts about writing tags and making codes. */
export const {
  making,
  nfcWriting: nfcWritingTexts,
  writeList: writeListTexts,
  writeOpenPrintTag: writeOpenPrintTagTexts,
} = lazyTexts<Writing>(import.meta.glob("./*/writing.json", { import: "default" }), [
  "making",
  "nfcWriting",
  "writeList",
  "writeOpenPrintTag",
]);

import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Nfc } from "./types/nfc.ts";

/** The texts of the NFC tab, and of tags on spools. */
export const {
  nfc: nfcTexts,
  spool: spoolTexts,
  openPrintTag: openPrintTagTexts,
} = lazyTexts<Nfc>(import.meta.glob("./*/nfc.json", { import: "default" }), [
  "nfc",
  "spool",
  "openPrintTag",
]);

import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Scans } from "./types/scans.ts";

/** The texts about counting, sending and deleting many scans, and about the parts of a code. */
export const {
  bulk: bulkTexts,
  counts: countsTexts,
  send: sendTexts,
  codeParts: codePartTexts,
} = lazyTexts<Scans>(import.meta.glob("./*/scans.json", { import: "default" }), [
  "bulk",
  "counts",
  "send",
  "codeParts",
]);

import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Documents } from "./types/documents.ts";

/** The texts of the document scanner. */
export const { documents: documentTexts } = lazyTexts<Documents>(
  import.meta.glob("./*/documents.json", { import: "default" }),
  ["documents"],
);

import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { VerdictWords } from "../../../src/texts/types/verdict-words.ts";

/** The words of verdicts, from the texts of the hub. */
export const verdictWords = lazyTexts<VerdictWords>(
  import.meta.glob("../../../src/texts/*/verdict-words.json", { import: "default" }),
);

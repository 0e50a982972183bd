import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Registers } from "./types/registers.ts";

/** The texts about registers. */
export const {
  registers: registerTexts,
  rounds: roundTexts,
  stock: stockTexts,
  care: careTexts,
  leads: leadTexts,
  labels: labelTexts,
  listImport: importTexts,
  questions: questionTexts,
  signedTags: signedTagTexts,
  displays: displayTexts,
  kinds: kindTexts,
} = lazyTexts<Registers>(import.meta.glob("./*/registers.json", { import: "default" }), [
  "registers",
  "rounds",
  "stock",
  "care",
  "leads",
  "labels",
  "listImport",
  "questions",
  "signedTags",
  "displays",
  "kinds",
]);

import { hubTexts } from "./hub-texts.ts";
import type { VerdictWords } from "./types/verdict-words.ts";
import type { Verdicts } from "./types/verdicts.ts";

/** The words and sentences of verdicts in a language. */
export type VerdictTexts = VerdictWords & Verdicts;

const made = new Map<string, VerdictTexts>();

/** Returns the texts of verdicts in a language of the hub, or in English for another one. */
export function verdictTexts(language: string): VerdictTexts {
  const known = hubTexts.languages.includes(language) ? language : "en";
  const texts = made.get(known) ?? {
    ...hubTexts.read("verdictWords", known),
    ...hubTexts.read("verdicts", known),
  };
  made.set(known, texts);
  return texts;
}

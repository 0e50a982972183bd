import { pageLocale } from "@scanhook/texts/reader";
import type { DisplayState } from "../../../src/register-work/display-state.ts";
import { verdictWords as texts } from "../texts/verdict-words.ts";

/**
 * Returns the word of a verdict in the language of the display, with the quantity that was booked.
 * Whoever scanned may have read it in another language.
 */
export function tellWord({ code, word: told, booked }: LastVerdict, kind: DisplayState["kind"]) {
  const words: Readonly<Record<string, string>> =
    kind === "leads" ? { ...texts.words, ...texts.wordsOfLeads } : texts.words;
  // A display may be older than the hub, and not know the code.
  const word = words[code] ?? told;
  if (booked === undefined) return word;
  const { quantity: amount, unit } = booked;
  const number = new Intl.NumberFormat(pageLocale(), { useGrouping: false }).format(amount);
  const quantity = unit === undefined ? number : texts.quantity({ number, unit });
  return texts.booked({ word, quantity });
}

type LastVerdict = Pick<NonNullable<DisplayState["last"]>, "code" | "word" | "booked">;

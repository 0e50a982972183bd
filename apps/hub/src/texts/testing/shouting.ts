import type { Messages } from "@scanhook/texts/make-texts";
import { createHubTexts, type HubTexts } from "../hub-texts.ts";
import { type LanguageTable, languages } from "../languages.ts";

/**
 * The texts of a hub in English and in languages that have the same texts in capitals, so that a
 * test sees which words come from a file.
 */
export function createShoutingTexts(...others: string[]): HubTexts {
  const english = languages.en!;
  const areas = Object.entries(english).map(([area, messages]) => [area, shoutAll(messages)]);
  const loud = Object.fromEntries(areas) as LanguageTable[string];
  return createHubTexts({
    en: english,
    ...Object.fromEntries(others.map((language) => [language, loud])),
  });
}

function shoutAll(messages: Messages): Messages {
  return JSON.parse(
    JSON.stringify(messages, (_, value) => (typeof value === "string" ? shout(value) : value)),
  );
}

/** Writes the words of a text in capitals, outside of its tags and placeholders. */
function shout(text: string): string {
  return text.replace(/<[^>]*>|\{\{\w+\}\}|&\w+;|[a-z]+/g, (part) =>
    /^[a-z]/.test(part) ? part.toUpperCase() : part,
  );
}

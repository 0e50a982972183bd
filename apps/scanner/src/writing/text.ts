import { textRecord } from "@scanhook/tags";
import { type Made, made, type Problem } from "./made.ts";

export type TextValues = { text: string; language: string };

export const emptyText: TextValues = { text: "", language: "en" };

/** A text and the language it is in (BCP 47), as a record wants to know it. */
export function textRecords({ text, language }: TextValues): Made<keyof TextValues> {
  const tag = toLanguage(language);
  return made(
    {
      text: text === "" ? "no-text" : undefined,
      language: tag === undefined ? "not-a-language" : undefined,
    } satisfies Record<keyof TextValues, Problem | undefined>,
    () => [textRecord(text.toWellFormed(), tag)],
  );
}

/**
 * The usual way to write a language tag: `de-at` is `de-AT`. Undefined when there is no such language (`german` is none,
 * though it could be one), or when it is longer than the 63 bytes a record has for it (RTD Text 1.0, 3.2.1).
 */
export function toLanguage(written: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(written.trim());
    return tag && tag.length <= 63 && languageName(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
}

/** A language's name in English; undefined when it has none. */
export function languageName(tag: string): string | undefined {
  return new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }).of(tag);
}

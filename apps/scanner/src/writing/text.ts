import { textRecord } from "@scanhook/tags";
import { type FieldProblem, type FormResult, toFormResult } from "./form-result.ts";

export type TextValues = { text: string; language: string };

export const emptyText: TextValues = { text: "", language: "en" };

/** Returns a text record, which has a language tag (BCP 47). */
export function toTextRecords({ text, language }: TextValues): FormResult<keyof TextValues> {
  const tag = toLanguage(language);
  return toFormResult(
    {
      text: text === "" ? "no-text" : undefined,
      language: tag === undefined ? "not-a-language" : undefined,
    } satisfies Record<keyof TextValues, FieldProblem | undefined>,
    () => [textRecord(text.toWellFormed(), tag)],
  );
}

/**
 * Returns a language tag in its canonical form, such as `de-AT` for `de-at`. Returns undefined if
 * the language has no name, like the well-formed tag `german`, or if the tag exceeds the 63 bytes
 * of a record (RTD Text 1.0, 3.2.1).
 */
export function toLanguage(input: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(input.trim());
    return tag && tag.length <= 63 && languageName(tag) ? tag : undefined;
  } catch {
    // Not a well-formed language tag.
    return undefined;
  }
}

/** Returns the English name of a language; undefined if it has none. */
export function languageName(tag: string): string | undefined {
  return new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }).of(tag);
}

import { textRecord } from "@scanhook/tags";
import { pageLocale } from "@scanhook/texts/reader";
import {
  type ContentResult,
  type FieldProblem,
  type FormResult,
  toContentResult,
  toFormResult,
} from "./form-result.ts";

export type TextValues = { text: string; language: string };

export const emptyText: TextValues = { text: "", language: "en" };

/** Returns a text record, which has a language tag (BCP 47). */
export function toTextRecords({ text, language }: TextValues): FormResult<keyof TextValues> {
  const tag = toLanguage(language);
  return toFormResult(
    {
      text: findTextProblem(text),
      language: tag === undefined ? "not-a-language" : undefined,
    },
    () => [textRecord(text.toWellFormed(), tag)],
  );
}

/** Returns the text as the content of a code, which has no language. */
export function toTextContent({ text }: Pick<TextValues, "text">): ContentResult<"text"> {
  return toContentResult({ text: findTextProblem(text) }, () => text.toWellFormed());
}

function findTextProblem(text: string): FieldProblem | undefined {
  return text === "" ? "no-text" : undefined;
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

/** Returns the name of a language in that of this page; undefined if it has none. */
export function languageName(tag: string): string | undefined {
  return new Intl.DisplayNames([pageLocale()], { type: "language", fallback: "none" }).of(tag);
}

import { type ErrorMessages, translateError } from "@scanhook/texts/translate-error";
import { languages } from "./languages.ts";
import { pickRequestLanguage } from "./request-language.ts";

const toMessages = (language: string) => languages[language]?.errors as ErrorMessages | undefined;

/**
 * Returns a sentence of `errors.json` in a language of the hub. Any other sentence, and one in a
 * language that the hub does not have, stays as it is.
 */
export function translateSentence(message: string, language: string): string {
  const [english, own] = [toMessages("en"), toMessages(language)];
  return english && own ? translateError({ message }, { english, own, locale: language }) : message;
}

/** Returns a sentence in the language that a request asks for, else in that of the hub. */
export function translateFor(
  { headers }: { headers: { "accept-language"?: string | undefined } },
  sentence: string,
  own: string,
): string {
  return translateSentence(sentence, pickRequestLanguage(headers["accept-language"], own));
}

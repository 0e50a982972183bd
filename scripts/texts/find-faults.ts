import type { Messages } from "../../packages/texts/src/make-texts.ts";
import { listTexts } from "./list-texts.ts";
import { listPlaceholders, pluralForm } from "./make-text-types.ts";

/**
 * Returns what a translation lacks or has too much, one sentence for each text: texts and plural
 * forms of its language, and the placeholders of the English text. The form for a single thing may
 * leave out the count.
 */
export function findFaults(english: Messages, translation: Messages, language: string): string[] {
  const expected = listTexts(expectForms(english, language));
  const actual = listTexts(translation);
  return [
    ...[...expected].flatMap(([path, text]) => {
      const translated = actual.get(path);
      return translated === undefined
        ? [`${path} is missing; in English: ${text}`]
        : comparePlaceholders(path, text, translated);
    }),
    ...[...actual.keys()]
      .filter((path) => !expected.has(path))
      .map((path) => `${path} is no text of the English file, or no plural form of this language.`),
  ];
}

/**
 * Returns the English texts under the keys that a language needs: its own plural forms, of which
 * each is the English form with the count.
 */
export function expectForms(english: Messages, language: string): Messages {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const expected: Record<string, Messages[string]> = {};
  for (const [key, message] of Object.entries(english)) {
    const name = key.replace(pluralForm, "");
    if (typeof message !== "string") {
      expected[key] = Array.isArray(message) ? message : expectForms(message as Messages, language);
    } else if (key === name || key.endsWith("_zero")) expected[key] = message;
    else if (key.endsWith("_other"))
      for (const form of pluralCategories)
        expected[`${name}_${form}`] = (form === "one" && english[`${name}_one`]) || message;
  }
  return expected;
}

function comparePlaceholders(path: string, text: string, translated: string): string[] {
  const [wanted, found] = [listPlaceholders(text), listPlaceholders(translated)];
  const mayLackCount = /_(?:zero|one|two)$/.test(path);
  const isLacking = (name: string) => !found.includes(name) && !(mayLackCount && name === "count");
  const isExtra = (name: string) => !wanted.includes(name) && !(mayLackCount && name === "count");
  return [
    ...wanted
      .filter(isLacking)
      .map((name) => `${path} lacks the placeholder {{${name}}} of the English text: ${text}`),
    ...found
      .filter(isExtra)
      .map((name) => `${path} has the placeholder {{${name}}}, which the English text lacks.`),
    ...(translated.trim() === "" && text.trim() !== "" ? [`${path} is empty.`] : []),
  ];
}

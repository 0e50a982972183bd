/**
 * Adds a language: writes its folder beside each folder of English texts, with the English texts
 * under the plural forms of that language, to be translated there, and the list of the languages
 * of the hub. See docs/project/languages.md.
 *
 *     node scripts/texts/add-language.ts pl
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectForms } from "./find-faults.ts";
import { hubTexts, languagesFile, writeLanguages } from "./hub-languages.ts";
import { readTextFolders } from "./text-folders.ts";

/**
 * Writes the files of a language. Returns the folders that it wrote; leaves existing ones alone.
 */
export function addLanguage(language: string): string[] {
  return readTextFolders().flatMap(({ path, languages }) => {
    const folder = join(path, language);
    if (existsSync(folder)) return [];
    mkdirSync(folder);
    for (const [area, messages] of languages.get("en")!) {
      const text = JSON.stringify(expectForms(messages, language), undefined, 2);
      writeFileSync(join(folder, `${area}.json`), `${text}\n`);
    }
    return [folder];
  });
}

if (import.meta.main) {
  const [language = ""] = process.argv.slice(2);
  const isTag = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/.test(language);
  if (!isTag || Intl.PluralRules.supportedLocalesOf(language).length === 0) {
    console.error("Name one language by its tag of BCP 47, such as: pl, pt-BR or zh-Hant.");
    process.exit(1);
  }
  const folders = addLanguage(language);
  const hub = readTextFolders().find(({ path }) => path === hubTexts)!;
  writeFileSync(languagesFile, writeLanguages(hub));
  for (const folder of folders) console.log(`Wrote ${folder}`);
  if (folders.length === 0) console.log(`Every folder has ${language} already.`);
}

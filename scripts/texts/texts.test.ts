import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { findFaults } from "./find-faults.ts";
import { hubTexts, languagesFile, writeLanguages } from "./hub-languages.ts";
import { listTexts } from "./list-texts.ts";
import { makeTypes } from "./make-text-types.ts";
import { readTextFolders } from "./text-folders.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = readTextFolders().map((folder) => ({
  ...folder,
  name: relative(root, folder.path),
}));

test.each(folders)("the types of $name match its English files", (folder) => {
  const path = join(folder.path, "types");
  const types = readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")]);
  const advice = "The types differ; run: node scripts/texts/make-text-types.ts";
  expect(isDeepStrictEqual(new Map(types as [string, string][]), makeTypes(folder)), advice).toBe(
    true,
  );
});

test("the list of the languages of the hub matches its files", () => {
  const hub = folders.find(({ path }) => path === hubTexts)!;
  const advice = "languages.ts differs; run: node scripts/texts/add-language.ts en";
  expect(readFileSync(languagesFile, "utf8") === writeLanguages(hub), advice).toBe(true);
});

test("every folder has the same languages", () => {
  const [first, ...others] = folders.map(({ languages }) => [...languages.keys()].sort());
  expect(first).toContain("en");
  for (const other of others) expect(other).toEqual(first);
});

const translations = folders.flatMap(({ name, languages }) =>
  [...languages].map(([language, areas]) => ({
    name,
    language,
    areas,
    english: languages.get("en")!,
  })),
);

test.each(translations)("$name has every text in $language", ({ language, areas, english }) => {
  expect([...areas.keys()]).toEqual([...english.keys()]);
  const faults = [...english].flatMap(([area, messages]) =>
    findFaults(messages, areas.get(area)!, language).map((fault) => `${area}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test.each(translations)("the texts of $name in $language are written well", ({ areas }) => {
  const texts = [...areas].flatMap(([area, messages]) =>
    [...listTexts(messages)].map(([path, text]) => ({ at: `${area}.${path}`, text })),
  );
  const isBad = (text: string) => /\s$| {2}|\.\.\.|(?<!\d)"|MANUAL/.test(text);
  expect(texts.filter(({ text }) => isBad(text))).toEqual([]);
});

const english = {
  title: "Scans",
  count_one: "1 scan of {{inbox}}",
  count_other: "{{count}} scans of {{inbox}}",
  steps: ["Print it.", "Measure it."],
};

test("finds missing texts, plural forms and placeholders", () => {
  const polish = {
    title: "Skany",
    count_one: "1 skan skrzynki {{inbox}}",
    count_few: "{{count}} skany",
    count_many: "{{count}} skanów skrzynki {{inbox}}",
    steps: ["Wydrukuj."],
    extra: "Nic",
  };
  expect(findFaults(english, polish, "pl")).toEqual([
    "count_few lacks the placeholder {{inbox}} of the English text: {{count}} scans of {{inbox}}",
    "count_other is missing; in English: {{count}} scans of {{inbox}}",
    "steps.1 is missing; in English: Measure it.",
    "extra is no text of the English file, or no plural form of this language.",
  ]);
});

test("asks for the plural forms of a language, and no others", () => {
  const japanese = {
    title: "スキャン",
    count_other: "{{inbox}}のスキャン {{count}}件",
    steps: ["印刷する", "測る"],
  };
  expect(findFaults(english, japanese, "ja")).toEqual([]);
  expect(findFaults(english, { ...japanese, count_one: "{{inbox}}" }, "ja")).toEqual([
    "count_one is no text of the English file, or no plural form of this language.",
  ]);
});

import { expect, test } from "vitest";
import { languageName } from "./language-name.ts";

// The names are those of CLDR 47 in the languages themselves.
test.each([
  ["de", "Deutsch"],
  ["fr", "Français"],
  ["es", "Español"],
  ["pt-BR", "Português (Brasil)"],
  ["tr", "Türkçe"],
  ["ja", "日本語"],
])("%s is called %s", (tag, name) => {
  expect(languageName(tag)).toBe(name);
});

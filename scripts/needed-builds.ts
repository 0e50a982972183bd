import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { createImportReader, listFiles } from "./imports.ts";

/**
 * The things that a run of tests needs before it starts: built pages, the built site, a browser.
 */
export type Need = "pages" | "site" | "browser";

const allNeeds: readonly Need[] = ["pages", "site", "browser"];

/** A test needs what it imports, directly or through other files of the project. */
const needOfImport: ReadonlyMap<string, Need> = new Map([
  ["scripts/build.ts", "pages"],
  ["scripts/build-site.ts", "site"],
  ["scripts/browser.ts", "browser"],
  ["playwright", "browser"],
]);

/** Lists the files of all tests, relative to the root. */
export function listTests(root: string): string[] {
  return listFiles(root, "{packages,apps,examples,bench,scripts,e2e}/**/*.test.ts");
}

/** Returns the needs of the tests that Vitest runs when it gets these arguments. */
export function findNeeds(root: string, vitestArguments: readonly string[]): Set<Need> {
  const filters = readFilters(vitestArguments);
  if (filters === undefined) return new Set(allNeeds);
  const selected = listTests(root).filter((file) =>
    filters.some((filter) => file.includes(filter)),
  );
  return findNeedsOfFiles(root, selected);
}

/** Returns the needs of these files and of everything they import. */
export function findNeedsOfFiles(root: string, files: readonly string[]): Set<Need> {
  const readImports = createImportReader(root);
  const needs = new Set<Need>();
  const reachedFiles = new Set(files);
  // A set also yields what is added to it during the loop.
  for (const file of reachedFiles) {
    const need = needOfImport.get(file);
    if (need) needs.add(need);
    else if (isCode(root, file))
      for (const { target } of readImports(file)) reachedFiles.add(target);
  }
  return needs;
}

function isCode(root: string, file: string): boolean {
  return /\.(ts|mjs|js|svelte|astro)$/.test(file) && existsSync(join(root, file));
}

/**
 * Returns the parts of file names that Vitest selects tests by; undefined when it runs all tests.
 * An argument after an option may be a filter or the value of that option. It counts as a filter
 * only beside one that certainly is.
 */
function readFilters(vitestArguments: readonly string[]): string[] | undefined {
  const isOption = (argument: string | undefined) => argument?.startsWith("-") ?? false;
  const isCertain = (argument: string, index: number) => {
    const previous = vitestArguments[index - 1];
    return !isOption(argument) && !(isOption(previous) && !previous?.includes("="));
  };
  if (!vitestArguments.some(isCertain)) return undefined;
  return vitestArguments
    .filter((argument) => !isOption(argument))
    .map((filter) => posix.normalize(filter.replaceAll("\\", "/").replace(/:\d+$/, "")));
}

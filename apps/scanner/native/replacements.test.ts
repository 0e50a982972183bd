import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pageFolders } from "../../../scripts/build.ts";
import { findReplacement, replacements } from "./replacements.ts";

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("replaces only existing files, by existing files", () => {
  for (const web of Object.keys(replacements)) {
    expect([web, existsSync(toPath(`../src/${web}`))]).toEqual([web, true]);
    expect(existsSync(findReplacement(toPath(`../src/${web}`))!)).toBe(true);
  }
  expect(findReplacement(toPath("../src/App.svelte"))).toBeUndefined();
});

test("keeps code of the native shell out of the web app", () => {
  const folder = fileURLToPath(pageFolders.scanner);
  const files = globSync("**/*.js", { cwd: folder });
  expect(files.length).toBeGreaterThan(10);
  const shellNames = /capacitor|LastScans|FileSheet/i;
  const isFromShell = (file: string) => shellNames.test(readFileSync(join(folder, file), "utf8"));
  expect(files.filter(isFromShell)).toEqual([]);
});

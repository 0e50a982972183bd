import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { replacementOf, replacements } from "./replacements.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("what is replaced is there, and so is what replaces it; nothing else is", () => {
  for (const web of Object.keys(replacements)) {
    expect([web, existsSync(at(`../src/${web}`))]).toEqual([web, true]);
    expect(existsSync(replacementOf(at(`../src/${web}`))!)).toBe(true);
  }
  expect(replacementOf(at("../src/App.svelte"))).toBeUndefined();
});

test("the web app holds nothing of the shell", () => {
  const files = globSync("../dist/**/*.js", { cwd: at("./") });
  expect(files.length).toBeGreaterThan(10);
  const ofShell = /capacitor|LastScans|FileSheet/i;
  expect(files.filter((file) => ofShell.test(readFileSync(at(file), "utf8")))).toEqual([]);
});

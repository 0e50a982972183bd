import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { pageFolders } from "../../../scripts/build.ts";

const dist = pageFolders.dashboard;

test("loads at most 60 kB of JavaScript and English texts first, gzipped", () => {
  const page = read("index.html");
  const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, name = ""]) => name,
  );
  expect(scripts.length).toBeGreaterThan(0);
  const texts = scripts.flatMap((name) => findEnglishTexts(read(name)));
  expect(texts.length).toBeGreaterThan(0);
  const bytes = [...scripts, ...texts].reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
  expect(bytes).toBeLessThanOrEqual(60_000);
});

test("contains nothing inline, which the content security policy would block", () => {
  const page = read("index.html");
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  for (const name of readdirSync(new URL("assets/", dist)).filter((file) => file.endsWith(".js"))) {
    // Svelte compiles markup into strings, where a style attribute would show.
    expect(read(`assets/${name}`)).not.toMatch(/<[a-z][^<>]*\sstyle=/);
  }
});

/** Returns the files of English texts that a script imports as soon as it runs. */
function findEnglishTexts(script: string): string[] {
  const imports = script.matchAll(/"\.\/en\/[\w-]+\.json":[^`"]*import\(["`]\.\/([^"`]+\.js)/g);
  return [...imports].map(([, name]) => `assets/${name}`);
}

function read(name: string): string {
  return readFileSync(new URL(name, dist), "utf8");
}

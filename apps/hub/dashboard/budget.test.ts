import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { pageFolders } from "../../../scripts/build.ts";

const dist = pageFolders.dashboard;

test("loads at most 60 kB of JavaScript first, gzipped", () => {
  const page = read("index.html");
  const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, name = ""]) => name,
  );
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
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

function read(name: string): string {
  return readFileSync(new URL(name, dist), "utf8");
}

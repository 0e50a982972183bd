import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const dist = new URL("./dist/", import.meta.url);

test("the first load is at most 60 kB of JavaScript, gzipped", () => {
  const page = read("index.html");
  const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((hit) => hit[1]!);
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
  expect(bytes).toBeLessThanOrEqual(60_000);
});

test("nothing in the page is inline, so that the strict policy holds", () => {
  const page = read("index.html");
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  for (const name of readdirSync(new URL("assets/", dist)).filter((file) => file.endsWith(".js"))) {
    // Markup compiled into templates would carry a style attribute of its own.
    expect(read(`assets/${name}`)).not.toMatch(/<[a-z][^<>]*\sstyle=/);
  }
});

function read(name: string): string {
  return readFileSync(new URL(name, dist), "utf8");
}

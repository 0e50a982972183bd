import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const dist = new URL("./dist/", import.meta.url);

test("until the camera runs, at most 60 kB of JavaScript load, gzipped", () => {
  const page = readFileSync(new URL("index.html", dist), "utf8");
  const entry = /src="\/scan\/assets\/([^"]+\.js)"/.exec(page)![1]!;
  const files = readdirSync(new URL("assets/", dist));
  const loaded = new Set(files.filter((name) => /^(QrTab|frames\.worker)-.*\.js$/.test(name)));
  expect(loaded.size).toBe(2);
  // A set also gives what is added while it is gone through.
  for (const name of loaded.add(entry)) {
    for (const [, imported] of read(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
      loaded.add(imported!);
    }
  }
  expect(loaded.size).toBeGreaterThan(4);
  const bytes = [...loaded].reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
  expect(bytes).toBeLessThanOrEqual(60_000);
  // What reads tags is no part of it: it comes with the NFC tab.
  const holdsTags = (name: string) => read(name).includes("vnd.openprinttag");
  expect([...loaded].filter(holdsTags)).toEqual([]);
  expect(files.filter((name) => name.endsWith(".js")).some(holdsTags)).toBe(true);
});

function read(name: string): string {
  return readFileSync(new URL(`assets/${name}`, dist), "utf8");
}

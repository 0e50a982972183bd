import { readdirSync, readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";
import { pageFolders } from "../../scripts/build.ts";

const dist = pageFolders.scanner;

test("loads at most 45 kB of gzipped JavaScript and texts with the page, and no tag parsers", () => {
  const page = readFileSync(new URL("index.html", dist), "utf8");
  const entry = /type="module"[^>]*src="\/scan\/assets\/([^"]+\.js)"/.exec(page)![1]!;
  const files = readdirSync(new URL("assets/", dist));
  const loaded = new Set(files.filter((name) => /^QrTab-.*\.js$/.test(name)));
  expect(loaded.size).toBe(1);
  // Iterating over a set also visits the names that are added meanwhile.
  for (const name of loaded.add(entry)) {
    for (const [, imported] of read(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
      loaded.add(imported!);
    }
  }
  expect(loaded.size).toBeGreaterThanOrEqual(3);
  const bytes = [...loaded].reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
  expect(bytes + measureFirstTexts()).toBeLessThanOrEqual(45_000);
  // The NFC tab loads the tag parsers.
  const hasTagParsers = (name: string) => read(name).includes("vnd.openprinttag");
  expect([...loaded].filter(hasTagParsers)).toEqual([]);
  expect(files.filter((name) => name.endsWith(".js")).some(hasTagParsers)).toBe(true);
});

/** Returns the size of the texts of the first screen, in the language that has the longest. */
function measureFirstTexts(): number {
  const folder = new URL("assets/texts/", dist);
  const sizes = readdirSync(folder).map((language) => {
    const files = readdirSync(new URL(`${language}/`, folder));
    const [first, ...others] = files.filter((name) => name.startsWith("first-"));
    expect(others).toEqual([]);
    return gzipSync(read(`texts/${language}/${first}`)).length;
  });
  expect(sizes.length).toBeGreaterThan(0);
  return Math.max(...sizes);
}

// A page without a service worker holds its workers as blobs, which cannot import.
test("each worker is one file", () => {
  const workers = readdirSync(new URL("assets/", dist)).filter((name) =>
    /\.worker-.*\.js$/.test(name),
  );
  expect(workers.length).toBeGreaterThan(3);
  for (const worker of workers)
    expect(`${read(worker)}`, worker).not.toMatch(/\b(?:import|from)\(?["`'][./]/);
});

// The search for all codes of a picture takes 21 kB of them.
test("the reader of codes adds at most 60 kB of gzipped JavaScript to zxing-wasm in its worker", async () => {
  const workers = readdirSync(new URL("assets/", dist)).filter((name) =>
    /^frames\.worker-.*\.js$/.test(name),
  );
  expect(workers).toHaveLength(1);
  const added = gzipSync(read(workers[0]!)).length - (await measureZxing());
  expect(added).toBeLessThanOrEqual(60_000);
});

/**
 * Returns the size of gzipped JavaScript that calls nothing but what our reader needs of
 * zxing-wasm.
 */
async function measureZxing(): Promise<number> {
  const entry = "zxing-alone.js";
  const result = await build({
    configFile: false,
    logLevel: "silent",
    root: new URL(".", import.meta.url).pathname,
    plugins: [
      {
        name: "zxing-alone",
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) =>
          id === entry
            ? 'import * as zxing from "zxing-wasm/reader"; self.used = [zxing.prepareZXingModule, zxing.purgeZXingModule];'
            : undefined,
      },
    ],
    build: { write: false, rollupOptions: { input: entry } },
  });
  const [chunk] = (result as { output: { code: string }[] }).output;
  return gzipSync(chunk!.code).length;
}

// The text engine of documents has a folder of its own.
test("the reader of codes loads at most 1.3 MB of WebAssembly", () => {
  const sizes = readdirSync(new URL("assets/", dist))
    .filter((name) => name.endsWith(".wasm"))
    .map((name) => statSync(new URL(`assets/${name}`, dist)).size);
  expect(sizes).not.toEqual([]);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_300_000);
});

function read(name: string): string {
  return readFileSync(new URL(`assets/${name}`, dist), "utf8");
}

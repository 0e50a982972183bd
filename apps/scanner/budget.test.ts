import { readdirSync, readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";
import { pageFolders } from "../../scripts/build.ts";

const dist = pageFolders.scanner;

test("loads at most 45 kB of gzipped JavaScript with the page, and no tag parsers", () => {
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
  expect(bytes).toBeLessThanOrEqual(45_000);
  // The NFC tab loads the tag parsers.
  const hasTagParsers = (name: string) => read(name).includes("vnd.openprinttag");
  expect([...loaded].filter(hasTagParsers)).toEqual([]);
  expect(files.filter((name) => name.endsWith(".js")).some(hasTagParsers)).toBe(true);
});

test("the reader of a camera adds at most 36 kB of gzipped JavaScript to zxing-wasm in its worker", async () => {
  expect(measure("frames.worker") - (await measureZxing())).toBeLessThanOrEqual(36_000);
});

test("the search for all codes of a picture is loaded apart, and has at most 24 kB", () => {
  expect(measure("read-all")).toBeLessThanOrEqual(24_000);
});

/** Returns the gzipped size of the one file in `assets/` of this name. */
function measure(name: string): number {
  const files = readdirSync(new URL("assets/", dist)).filter((file) =>
    new RegExp(`^${name}-.*\\.js$`).test(file),
  );
  expect(files).toHaveLength(1);
  return gzipSync(read(files[0]!)).length;
}

/** Returns the size of gzipped JavaScript that calls nothing but what our reader needs of zxing-wasm. */
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

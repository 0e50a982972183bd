import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { pageFolders } from "../../scripts/build.ts";
import { textEngineFolder } from "./text-engine.ts";

const dist = pageFolders.scanner;
const named = readdirSync(new URL("assets/", dist)).filter((name) =>
  name.startsWith("text-engine-"),
);
const read = (name: string) => readFileSync(new URL(`${textEngineFolder}/${name}`, dist));

test("the build has the files of one version of the text engine, with the data of English", () => {
  // The service worker takes each of these names for a version, and keeps the newest.
  expect(named.map((name) => `assets/${name}`)).toEqual([textEngineFolder]);
  expect(new TextDecoder().decode(read("worker.js"))).toContain("importScripts");
  // The magic number and version of the WebAssembly core specification, 5.5.16.
  expect([...read("tesseract-core-simd-lstm.wasm").subarray(0, 8)]).toEqual([
    0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ]);
  // The core finds its wasm by this name, in the folder of the worker.
  expect(new TextDecoder().decode(read("tesseract-core-simd-lstm.js"))).toContain(
    "tesseract-core-simd-lstm.wasm",
  );
  expect(gunzipSync(read("eng.traineddata")).length).toBeGreaterThan(1_000_000);
});

test("the name of the text engine follows the content of its worker and core", () => {
  const hash = createHash("sha256").update("4.0.0_best_int");
  for (const name of ["worker.js", "tesseract-core-simd-lstm.js", "tesseract-core-simd-lstm.wasm"])
    hash.update(read(name));
  expect(named[0]).toMatch(new RegExp(`^text-engine-[0-9.]+-${hash.digest("hex").slice(0, 8)}$`));
});

test("the worker of the text engine writes nothing to the console of the page", () => {
  const written: unknown[] = [];
  const console = { error: (text: unknown) => written.push(text), log: () => {} };
  const [firstLine] = new TextDecoder().decode(read("worker.js")).split("\n");
  runInNewContext(firstLine!, { console });
  console.error("Error in pixReadMem");
  expect(written).toEqual([]);
});

test("the service worker installs the app without the text engine", () => {
  const serviceWorker = readFileSync(new URL("sw.js", dist), "utf8");
  expect(serviceWorker).toMatch(/url:[`"]assets\/[^`"]+\.wasm/);
  expect(serviceWorker).not.toMatch(
    /url:[`"][^`"]*(tesseract-core|text-engine-[\d.]+-[\da-f]+\/|traineddata)/,
  );
});

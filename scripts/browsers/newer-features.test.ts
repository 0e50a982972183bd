import { readdirSync, readFileSync } from "node:fs";
import { parse } from "acorn";
import { expect, test } from "vitest";
import { pageFolders } from "../build.ts";
import {
  compareVersions,
  listNewerInScript,
  listNewerInStyles,
  statusByKey,
} from "./newer-features.ts";
import { oldestBrowsers } from "./oldest-browsers.ts";
import { makeStartScript } from "./start-plugin.ts";

/** The functions that start.js adds to a page where they are missing. Workers do not run it. */
const added = [
  "URL.parse",
  "URL.canParse",
  "Promise.withResolvers",
  "AbortSignal.any",
  ".isWellFormed",
];

/** Uses that are safe in the oldest browsers, with the reason. */
const safeUses: Record<string, string> = {
  ".toWellFormed": "added too; the service worker needs it only for shared files, which Chrome has",
  "AbortSignal.timeout": "exists there; Chrome before 124 only names its error differently",
  ".requestVideoFrameCallback": "behind a check, with a timer otherwise",
  ".cancelVideoFrameCallback": "behind the same check",
  ".getType": "of an item of clipboard.read(), whose button is behind a check",
  ".enumerateDevices": "exists there; the data counts output devices, which nothing uses",
  ".isActive": "our own name",
  ".hasBeenActive": "of userActivation, behind `?.`",
  ".wakeLock": "behind a check",
  ".createPolicy": "of Svelte, behind a check",
  ".createHTML": "of Svelte, behind the same check",
  ".grow": "of WebAssembly.Memory, which is old",
  ".address": "our own name",
  ".bytes": "our own name",
  ".check": "our own name",
  ".command": "our own name",
  ".entry": "our own name",
  ".interval": "our own name",
  ".isComposing": "of keyboard events, which is old",
  ".range": "our own name",
  ".readText": "our own name",
  ".skipped": "our own name",
  ".states": "our own name",
  ".system": "our own name",
  ".resize": "an option of zlibjs, in the worker of the text engine",
  ".fromHex": "a method of the DXF library",
  Float16Array: "of glTF-Transform, only for arrays of half floats, which nothing here makes",
  ".getFloat16": "of glTF-Transform, only for accessors of half floats",
  ".setFloat16": "of glTF-Transform, only for accessors of half floats",
  ".font": "of a canvas, which is old",
  ".suffix": "of Workbox",
  hyphens: "an old iPhone breaks long words without a hyphen",
  "hyphens: auto": "likewise",
  ".getTransports": "of a new passkey, behind a check of SimpleWebAuthn",
  ".getPublicKey": "of a new passkey, behind a check of SimpleWebAuthn",
  ".getPublicKeyAlgorithm": "of a new passkey, behind a check of SimpleWebAuthn",
  ".getAuthenticatorData": "of a new passkey, behind a check of SimpleWebAuthn",
  ".authenticatorAttachment": "of a passkey; where it is missing, the hub gets none",
  ":has": "only widens a page, marks a focus",
  mask: "with the prefix that Chrome 111 needs",
  "mask-repeat": "with the prefix that Chrome 111 needs",
  "text-wrap": "lines only break less evenly",
  "field-sizing": "the field only keeps its height",
  "field-sizing: content": "the field only keeps its height",
  "overflow-anchor": "the list only moves while it grows",
  "overflow-anchor: none": "the list only moves while it grows",
  ":user-invalid": "the field only lacks its red border",
};

/**
 * The worker with the build of pdf.js for older browsers, which contains core-js for all that it
 * uses but Promise.withResolvers, which the worker adds.
 */
const withPolyfills = /^assets\/decoder\.worker-/;

const builtFiles = Object.values(pageFolders).flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|css)$/.test(name) && !withPolyfills.test(name))
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") })),
);

test("the built pages use nothing newer than the oldest browsers, except what is known to be safe", () => {
  const unusedExceptions = new Set(Object.keys(safeUses));
  const problems: string[] = [];
  for (const { name, text } of builtFiles) {
    const isWorker = /^sw\.js$|\.worker-/.test(name);
    const newer = name.endsWith(".css") ? listNewerInStyles(text) : listNewerInScript(text);
    for (const feature of newer) {
      unusedExceptions.delete(feature);
      const isSafe = feature in safeUses || (!isWorker && added.includes(feature));
      if (!isSafe) problems.push(`${name}: ${feature}`);
    }
  }
  expect(problems).toEqual([]);
  expect([...unusedExceptions]).toEqual([]);
});

test.each([
  ["Object.groupBy(list, f)", ["Object.groupBy"]],
  ["list.values().flatMap(f); a.difference(b)", [".difference"]],
  ["new Intl.DurationFormat(); Iterator.from(list)", ["Iterator.from", "Intl.DurationFormat"]],
  ["Array.fromAsync(list); bytes.toBase64()", ["Array.fromAsync", ".toBase64"]],
  ["page.startViewTransition?.(f); list.toSorted(); ({ parse: 1 }).parse", []],
])("in the script %s finds %j", (code, newer) => {
  expect(listNewerInScript(code)).toEqual([...newer].sort());
});

test.each(["using file = open();", "const pattern = /[a--b]/v;"])(
  "refuses the syntax of %s",
  (code) => {
    expect(() => listNewerInScript(code)).toThrow(SyntaxError);
  },
);

test("finds what is newer in a style sheet", () => {
  const css = `
    @starting-style { a { opacity: 0 } }
    a:has(b) { color: light-dark(red, blue); text-wrap: pretty; margin: 0 }
    a { & b { color: red } }
    @container (min-width: 1rem) { a { height: 100dvh } }
  `;
  expect(listNewerInStyles(css)).toEqual(
    [":has", "@starting-style", "&", "light-dark()", "text-wrap"].sort(),
  );
});

test("the start script is ES5, whatever browser loads it", () => {
  expect(() => parse(makeStartScript(), { ecmaVersion: 5 })).not.toThrow();
});

test("the start script accepts exactly the oldest browsers and newer ones", () => {
  const checked = [
    "javascript.builtins.Array.toSorted",
    "javascript.regular_expressions.lookbehind_assertion",
    "css.types.color.color-mix",
  ];
  const needed = Object.keys(oldestBrowsers).map((browser) => {
    const versions = checked.map(
      (key) => statusByKey.get(key)!.support[browser as keyof typeof oldestBrowsers]!,
    );
    return [browser, versions.sort(compareVersions).at(-1)];
  });
  expect(Object.fromEntries(needed)).toEqual(oldestBrowsers);
});

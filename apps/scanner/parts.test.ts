import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageFolders } from "../../scripts/build.ts";

const dist = pageFolders.scanner;

test("the service worker installs the app without the parts that make and show objects, and keeps them once used", () => {
  const serviceWorker = readFileSync(new URL("sw.js", dist), "utf8");
  const parts = readdirSync(new URL("assets/", dist)).filter((name) =>
    /^(OpenObject|object\.worker)-/.test(name),
  );
  expect(parts.map((name) => name.replace(/-.*\./, ".")).sort()).toEqual([
    "OpenObject.css",
    "OpenObject.js",
    "object.worker.js",
  ]);
  for (const part of parts) {
    expect(serviceWorker).toContain(`assets/${part}`);
    expect(serviceWorker).not.toMatch(new RegExp(`url:[\`"]assets/${part}`));
  }
});

test("texts are in folders of their languages, of which the service worker installs English", () => {
  const languages = readdirSync(new URL("assets/texts/", dist));
  expect(languages).toContain("en");
  const serviceWorker = readFileSync(new URL("sw.js", dist), "utf8");
  for (const language of languages) {
    for (const file of readdirSync(new URL(`assets/texts/${language}/`, dist))) {
      expect(serviceWorker).toContain(`assets/texts/${language}/${file}`);
      const installed = new RegExp(`url:[\`"]assets/texts/${language}/${file}`).test(serviceWorker);
      expect([file, installed]).toEqual([file, language === "en"]);
    }
  }
});

test("each tab lists the parts that a page without a service worker loads ahead for it", () => {
  const files = JSON.parse(readFileSync(new URL("ahead.json", dist), "utf8")) as Record<
    string,
    string[]
  >;
  const kinds = (tab: string) =>
    files[tab]!.map((file) => file.replace(/^assets\/(.+)-.{8}\.(\w+)$/, "$1.$2"));
  expect(Object.keys(files)).toEqual(["nfc", "qr", "document", "3d", "more"]);
  expect(kinds("qr")).toEqual(
    expect.arrayContaining(["QrTab.js", "QrTab.css", "frames.worker.js", "zxing_reader.wasm"]),
  );
  expect(kinds("document")).toEqual(
    expect.arrayContaining(["DocumentTab.js", "pages.worker.js", "store.worker.js"]),
  );
  expect(kinds("3d")).toEqual(expect.arrayContaining(["ThreeDTab.js", "plan-files.worker.js"]));
  expect(kinds("more")).toContain("MoreTab.js");
  expect(kinds("qr").join()).not.toMatch(/DocumentTab|MoreTab/);
  expect(Object.values(files).flat().join()).not.toMatch(/OpenObject|object\.worker|tesseract/);
});

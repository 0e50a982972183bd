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

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { iconAddress, logo } from "./logo.ts";

const pathOf = (svg: string) => /\sd="(M[^"]+)"/.exec(svg)?.[1];

test("every page and icon of the project has the same logo", async () => {
  const root = new URL("../../../", import.meta.url);
  const files = [
    "apps/site/public/icon.svg",
    "apps/site/src/parts/Brand.astro",
    "apps/hub/dashboard/src/icon.svg",
    "apps/hub/dashboard/src/parts/Brand.svelte",
    "apps/scanner/public/icon.svg",
  ];
  for (const file of files) {
    const drawn = pathOf(await readFile(new URL(file, root), "utf8"));
    expect([file, drawn]).toEqual([file, pathOf(logo)]);
  }
  expect(pathOf(decodeURIComponent(iconAddress))).toBe(pathOf(logo));
});

import { expect, test } from "vitest";
import { readPages } from "./pages.ts";
import { sections } from "./sections.ts";

const pages = readPages();

test("every page has a unique address, a title and a description of one line", () => {
  expect(pages.length).toBeGreaterThan(10);
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  for (const { path, title, description, file } of pages) {
    expect(path, file).toMatch(/^(?:[a-z0-9-]+\/)*$/);
    expect(title.trim(), file).not.toBe("");
    expect(description.trim(), file).toMatch(/^[^\n]+$/);
  }
});

test("the landing page and the demo come first, then the sections in order", () => {
  expect(pages.slice(0, 2).map(({ path }) => path)).toEqual(["", "demo/"]);
  const order = pages
    .slice(2)
    .map(({ section }) => sections.findIndex(({ name }) => name === section));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThanOrEqual(0);
});

test("the changelog and the architecture are pages, but the README of a folder is not", () => {
  const files = pages.map(({ file }) => file);
  expect(files).toContain("CHANGELOG.md");
  expect(files).toContain("ARCHITECTURE.md");
  expect(files.filter((file) => file.endsWith("README.md"))).toEqual([]);
});

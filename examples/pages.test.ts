// The pages show the files of the examples, so a reader copies code that was run.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = globSync("docs/**/*.md", { cwd: root });
const shownExamples = pages.flatMap((page) => {
  const blocks = readFileSync(join(root, page), "utf8").matchAll(
    /^```\w+ title="(examples\/[^"]+)"\n(.*?)^```$/gms,
  );
  return [...blocks].map(([, file = "", text = ""]) => ({ page, file, text }));
});

test("every example is on a page", () => {
  const examples = globSync("examples/*/*", { cwd: root });
  expect([...new Set(shownExamples.map(({ file }) => file))].sort()).toEqual(examples.sort());
});

test.each(shownExamples)("$page shows $file unchanged", ({ file, text }) => {
  expect(text).toBe(readFileSync(join(root, file), "utf8"));
});

// The pages show the examples, and these are the very files: what a reader copies is what was run.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = globSync("docs/**/*.md", { cwd: root });
const shown = pages.flatMap((page) => {
  const blocks = readFileSync(join(root, page), "utf8").matchAll(
    /^```\w+ title="(examples\/[^"]+)"\n(.*?)^```$/gms,
  );
  return [...blocks].map(([, file = "", text = ""]) => ({ page, file, text }));
});

test("every example is shown on a page", () => {
  const examples = globSync("examples/*/*", { cwd: root });
  expect([...new Set(shown.map(({ file }) => file))].sort()).toEqual(examples.sort());
});

test.each(shown)("$page shows $file as it is", ({ file, text }) => {
  expect(text).toBe(readFileSync(join(root, file), "utf8"));
});

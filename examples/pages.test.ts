// The pages show the files of the examples, so a reader copies code that was run.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { shownExamples } from "./testing/shown-examples.ts";

const examples = fileURLToPath(new URL(".", import.meta.url));

test("every example is on one page", () => {
  const files = globSync("*/*", { cwd: examples, exclude: ["testing"] });
  expect(shownExamples.map(({ file }) => file).sort()).toEqual(files.sort());
});

test.each(shownExamples)("$page shows $file unchanged", ({ file, text }) => {
  expect(text).toBe(readFileSync(`${examples}/${file}`, "utf8"));
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseInstall } from "./npm-install.ts";
import { projectRoot } from "./pages.ts";

const text = readFileSync(join(projectRoot, "docs/start/installing.md"), "utf8");

test("the page on installing names the file of a clone until the name on npm is ours", () => {
  expect(chooseInstall(text, false)).toBe(text);
  const changed = chooseInstall(text, true);
  expect(changed).toContain("```sh\nnpm install --global scanhook\nscanhook serve");
  expect(changed).not.toContain(".tgz\n");
});

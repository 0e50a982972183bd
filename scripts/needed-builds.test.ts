import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findNeeds, findNeedsOfFiles, listTests, type Need } from "./needed-builds.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const needsOf = (...args: string[]) => [...findNeeds(root, args)].sort();
const everything: Need[] = ["browser", "pages", "site"];

describe("findNeeds", () => {
  it.each(["packages/webhook", "packages/tags", "apps/cli/src/input", "apps/hub/src/store"])(
    "finds that the tests of %s need nothing",
    (path) => {
      expect(needsOf(path)).toEqual([]);
    },
  );

  it.each([
    ["apps/hub/dashboard/budget", ["pages"]],
    ["apps/scanner/budget.test.ts", ["pages"]],
    ["apps/site/src/built-site.test.ts", ["site"]],
    ["e2e/first-scan", ["browser", "pages"]],
    ["e2e/dashboard.test.ts", everything],
    ["apps/cli/src/commands/serve.test.ts", ["pages"]],
    ["apps/hub/src/phone-help/phone-help.test.ts", ["browser"]],
    ["e2e/site.test.ts", everything],
    ["e2e/camera", []],
  ] satisfies [string, Need[]][])("finds that %s needs %j", (path, needs) => {
    expect(needsOf(path)).toEqual(needs);
  });

  it("adds the needs of all selected tests", () => {
    expect(needsOf("packages/webhook", "apps/scanner/budget")).toEqual(["pages"]);
  });

  it("takes the same paths as Vitest, with a leading ./ and with a line", () => {
    expect(needsOf("./packages/webhook/")).toEqual([]);
    expect(needsOf("apps/scanner/budget.test.ts:7")).toEqual(["pages"]);
  });

  it("returns every need when no argument selects files", () => {
    expect(needsOf()).toEqual(everything);
    expect(needsOf("--project=unit")).toEqual(everything);
    expect(needsOf("-t", "packages/webhook")).toEqual(everything);
  });

  it("takes an argument after an option for a filter only beside a certain one", () => {
    expect(needsOf("packages/webhook", "--run", "apps/scanner/budget")).toEqual(["pages"]);
    expect(needsOf("packages/webhook", "-t", "reads a scan")).toEqual([]);
  });
});

describe("tests", () => {
  const tests = listTests(root);
  const buildFolders = /^apps\/(scanner\/dist|hub\/dashboard\/dist|site\/dist(-\w+)?)\//;

  function namesBuildFolder(file: string): boolean {
    const text = readFileSync(join(root, file), "utf8");
    const paths = [...text.matchAll(/["'`](\.{1,2}\/[^"'`]*)/g)].map(([, path = ""]) => path);
    return paths.some((path) => buildFolders.test(posix.join(posix.dirname(file), path)));
  }

  it("that name a folder of built pages import the script that builds it", () => {
    const undeclared = tests.filter(
      (file) => namesBuildFolder(file) && findNeedsOfFiles(root, [file]).size === 0,
    );
    expect(undeclared).toEqual([]);
  });
});

import { existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = globSync("{apps,packages,scripts,docs,e2e,bench}/**/*", {
  cwd: root,
  exclude: (name) => /node_modules|(^|\/)dist/.test(name),
});
const folders = new Set(files.map((file) => `${file}/`));

/**
 * The paths in backticks: those that end in a slash or in the name of a source file. A path may be
 * relative to any room.
 */
function pathsIn(page: string): string[] {
  const text = readFileSync(`${root}/${page}`, "utf8");
  const named = [...text.matchAll(/`([\w./<>*-]+)`/g)].map((match) => match[1] as string);
  return named.filter((path) => /^\w.*(\/|\.(ts|svelte|sql|md))$/.test(path) && !/[<*]/.test(path));
}

const pages = [
  "ARCHITECTURE.md",
  "docs/project/adding.md",
  "apps/scanner/src/scanning/README.md",
  ...["receive", "forwarding", "definitions", "alerts", "login"].map(
    (room) => `apps/hub/src/${room}/README.md`,
  ),
  "apps/cli/src/kiosk/README.md",
];

test.each(pages)("%s names only existing files", (page) => {
  const paths = pathsIn(page);
  const missing = paths.filter((path) => {
    if (existsSync(`${root}/${path}`)) return false;
    if (path.endsWith("/")) return ![...folders].some((folder) => folder.endsWith(`/${path}`));
    return !files.some((file) => file.endsWith(`/${path}`) || basename(file) === path);
  });
  expect(paths.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});

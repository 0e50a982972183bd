import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findBrokenLinks } from "./links.ts";
import { hrefFor } from "./markdown-plugins.ts";
import type { Page } from "./page.ts";

const texts: Record<string, string> = {
  "docs/start/phone.md": "# A phone\n\n[The hub](../hub/backup.md#how-it-works)\n",
  "docs/hub/backup.md":
    '# Backup\n\n## How it works\n\n## How it works\n\n<a id="by-hand"></a>\n\n[here](#how-it-works-1) [there](#by-hand)\n',
};
const page = (file: string, path: string): Page => ({
  file,
  path,
  title: path,
  description: path,
  tags: [],
  markdown: texts[file] ?? "",
});
const pages = [
  page("docs/start/phone.md", "start/phone/"),
  page("docs/hub/backup.md", "hub/backup/"),
  page("apps/site/src/demo/page.ts", "demo/"),
];
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "scanhook-links-"));
  await mkdir(join(root, "examples"), { recursive: true });
  await writeFile(join(root, "examples/node.ts"), "");
});
afterAll(() => rm(root, { recursive: true, force: true }));

const findBroken = (extraTexts: Record<string, string>) =>
  findBrokenLinks(
    [...pages, ...Object.keys(extraTexts).map((file) => page(file, `${file}/`))],
    root,
    (file) => extraTexts[file] ?? texts[file] ?? "",
  );

test("accepts links to pages, headings, project files and other sites", () => {
  expect(findBroken({})).toEqual([]);
  expect(
    findBroken({
      "docs/start/new.md":
        "# New\n\n[a](phone.md) [b](../hub/backup.md#how-it-works-1) [c](../../examples/node.ts) [d](https://example.org/x#y) [e](mailto:a@example.org) [f](/demo/)\n",
    }),
  ).toEqual([]);
});

test("reports a broken link with its file and line", () => {
  const text =
    "# New\n\n[a](none.md)\n[b](../hub/backup.md#no-such-heading)\n\n![c](p.png)\n\n[d][x] [e](/none/)\n\n[x]: ../../../etc/passwd\n";
  expect(findBroken({ "docs/start/new.md": text })).toEqual([
    "docs/start/new.md:3: “none.md” leads nowhere: there is no file docs/start/none.md.",
    "docs/start/new.md:4: “../hub/backup.md#no-such-heading” leads nowhere: docs/hub/backup.md has no heading #no-such-heading.",
    "docs/start/new.md:6: “p.png” leads nowhere: there is no file docs/start/p.png.",
    "docs/start/new.md:8: “/none/” leads nowhere: there is no page /none/.",
    "docs/start/new.md:10: “../../../etc/passwd” leads nowhere: there is no file ../etc/passwd.",
  ]);
});

test("turns a link between files into an address below the site's base", () => {
  const hrefTo = (url: string, source?: string) =>
    hrefFor(url, "docs/start/phone.md", { pages, root, base: "/docs/", source });
  expect(hrefTo("../hub/backup.md#how-it-works")).toBe("/docs/hub/backup/#how-it-works");
  expect(hrefTo("/demo/")).toBe("/docs/demo/");
  expect(hrefTo("#top")).toBe("#top");
  expect(hrefTo("https://example.org/")).toBe("https://example.org/");
  expect(hrefTo("../../examples/node.ts")).toBeUndefined();
  expect(hrefTo("../../examples/node.ts", "https://git.example/main/")).toBe(
    "https://git.example/main/examples/node.ts",
  );
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { screens } from "../../apps/cli/src/commands/open.ts";
import { actions } from "../../apps/scanner/src/links/actions.ts";

const page = readFileSync(
  fileURLToPath(new URL("../../docs/app/actions.md", import.meta.url)),
  "utf8",
);
const paths = actions.flatMap(({ hash }) => (hash ? [hash.replace("#/", "")] : []));

test("the command open knows the screen of every action", () => {
  expect(Object.keys(screens).sort()).toEqual([...paths].sort());
});

test.each(paths)("the page on actions names the address of %s", (path) => {
  // The page writes the first address of a row in full and abbreviates the others.
  expect([page.includes(`/scan/#/${path}\``), page.includes(`\`${path}\``)]).toContain(true);
});

test.each(actions.filter(({ kind }) => kind !== "open"))(
  "the page on actions names $title",
  ({ title }) => {
    expect(page).toContain(title);
  },
);

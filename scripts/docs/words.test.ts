// Pages say what is on a screen in bold, and troubleshooting quotes sentences: both are the program's own words.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");

const sources = globSync(
  "{apps/{hub/src,hub/dashboard/src,scanner/src,cli/src},packages/webhook/src}/**/*.{ts,svelte}",
  {
    cwd: root,
    exclude: (name) => name.endsWith(".test.ts"),
  },
).map(read);
/** Texts as they are shown: quotation marks need no backslash. */
const program = sources.join("\n").replaceAll('\\"', '"');

const screens = globSync(
  "{apps/scanner/src/texts/en/*.ts,apps/hub/dashboard/src/texts/*.ts,apps/hub/src/destinations/kinds/*.ts}",
  { cwd: root },
).map(read);
const labels = new Set(
  screens.flatMap((text) => [...text.matchAll(/"([^"\n]+)"/g)].map(([, label]) => label)),
);

const pages = globSync("docs/{uses,app,project}/*.md", { cwd: root })
  .filter((page) => !/(actions|kiosk|comparison)\.md$/.test(page))
  .sort();

test.each(pages)("what %s has in bold is on a screen", (page) => {
  const prose = read(page).replace(/^```.*?^```$/gms, "");
  // What ends a sentence is emphasis, no button.
  const bold = [...prose.matchAll(/\*\*([^*]+)\*\*/g)]
    .map(([, words]) => words!.replace(/\s+/g, " "))
    .filter((words) => !/[.:]$/.test(words));
  expect(bold.filter((words) => !labels.has(words))).toEqual([]);
});

test("every sentence that troubleshooting quotes is one of the program's", () => {
  const headings = read("docs/project/troubleshooting.md").match(/^### .*“.*$/gm) ?? [];
  const quotes = headings.flatMap((heading) =>
    heading
      .slice(heading.indexOf("“") + 1, heading.lastIndexOf("”"))
      .split("”, “")
      .flatMap((quote) => quote.split("…"))
      .map((part) => part.trim())
      .filter((part) => part.length > 3),
  );
  expect(quotes.length).toBeGreaterThan(20);
  expect(quotes.filter((part) => !program.includes(part))).toEqual([]);
});

// Pages print labels of screens in bold, and the page on troubleshooting quotes messages. Both must
// exist in the program.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");

const sources = globSync(
  "{apps/{hub/src,hub/dashboard/src,scanner/src,cli/src},packages/webhook/src,scripts/browsers}/**/{*.ts,*.svelte,en/*.json}",
  {
    cwd: root,
    exclude: (name) => name.endsWith(".test.ts"),
  },
).map(read);
/** The source text without the backslashes before quotation marks. */
const program = sources.join("\n").replaceAll('\\"', '"');

const screens = globSync(
  "{apps/{scanner,hub/dashboard,hub}/src/texts/en/*.json,apps/hub/src/destinations/kinds/*.ts}",
  { cwd: root },
).map(read);
const labels = new Set(
  screens.flatMap((text) => [...text.matchAll(/"([^"\n]+)"/g)].map(([, label]) => label)),
);

const pages = globSync("docs/{uses,app,project}/*.md", { cwd: root })
  .filter((page) => !/(actions|kiosk|comparison)\.md$/.test(page))
  .sort();

test.each(pages)("every bold label on %s is the label of a screen", (page) => {
  const prose = read(page).replace(/^```.*?^```$/gms, "");
  // Bold text that ends a sentence is emphasis, not a label.
  const bold = [...prose.matchAll(/\*\*([^*]+)\*\*/g)]
    .map(([, label]) => label!.replace(/\s+/g, " "))
    .filter((label) => !/[.:]$/.test(label));
  expect(bold.filter((label) => !labels.has(label))).toEqual([]);
});

test("every message quoted on the page on troubleshooting is a text of the program", () => {
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

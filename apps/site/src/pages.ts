import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { demoPage } from "./demo/page.ts";
import { landingPage } from "./landing.ts";
import type { Page } from "./page.ts";
import { readPageSource } from "./page-source.ts";
import { isSection, type SectionName, sections } from "./sections.ts";

/** Found from where the command runs: the build moves this module. */
export const projectRoot = findRoot(process.cwd());

/** Files of the root that are pages as well. */
const rootPages: Readonly<Record<string, { path: string; section: SectionName }>> = {
  "ARCHITECTURE.md": { path: "project/architecture/", section: "project" },
  "CHANGELOG.md": { path: "changelog/", section: "project" },
};

/**
 * All pages, in the order of the navigation: the two outside of the docs, then section after section. Throws a
 * sentence for each file that cannot be a page.
 */
export function readPages(root: string = projectRoot): Page[] {
  const files = globSync("docs/**/*.md", { cwd: root })
    .map((file) => file.split(sep).join("/"))
    .filter((file) => !file.endsWith("/README.md"));
  const wrong: string[] = [];
  const pages: Page[] = [];
  for (const file of [...files, ...Object.keys(rootPages)].sort()) {
    const read = readPageSource(readFileSync(join(root, file), "utf8"));
    if (read.ok) pages.push({ ...read.page, file, ...placeOf(file) });
    else wrong.push(`${file}: ${read.reason}`);
  }
  if (wrong.length > 0) throw new Error(`Not every page can be read.\n${wrong.join("\n")}`);
  return [landingPage, demoPage, ...pages.sort(byPlace)];
}

function placeOf(file: string): { path: string; section: SectionName } {
  const fixed = rootPages[file];
  if (fixed) return fixed;
  const name = file.replace(/^docs\//, "").replace(/\.md$/, "");
  const folder = name.includes("/") ? name.split("/")[0] : undefined;
  const section = isSection(folder) ? folder : "project";
  return { path: `${name.replace(/(^|\/)index$/, "")}/`.replace(/\/+/g, "/"), section };
}

const rank = new Map<string, number>(sections.map(({ name }, index) => [name, index]));

/** By section, then by the order that pages ask for; posts by date, the newest first; then by title. */
function byPlace(a: Page, b: Page): number {
  const section = (page: Page) => rank.get(page.section ?? "") ?? -1;
  const order = (page: Page) => page.order ?? Number.MAX_SAFE_INTEGER;
  return (
    section(a) - section(b) ||
    order(a) - order(b) ||
    (b.date ?? "").localeCompare(a.date ?? "") ||
    (a.label ?? a.title).localeCompare(b.label ?? b.title, "en")
  );
}

function findRoot(from: string): string {
  if (existsSync(join(from, "docs")) && existsSync(join(from, "apps/site"))) return from;
  if (dirname(from) !== from) return findRoot(dirname(from));
  throw new Error("There is no docs folder here or above; start inside of the project.");
}

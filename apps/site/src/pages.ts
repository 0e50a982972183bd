import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { demoPage } from "./demo/page.ts";
import { landingPage } from "./landing.ts";
import { chooseInstall } from "./npm-install.ts";
import type { Page } from "./page.ts";
import { readPageSource } from "./page-source.ts";
import { isSection, type SectionName, sections } from "./sections.ts";

/** The project root, found from the working directory, because the build moves this module. */
export const projectRoot = findRoot(process.cwd());

/** Files in the root that are also pages. */
const rootPages: Readonly<Record<string, { path: string; section: SectionName }>> = {
  "ARCHITECTURE.md": { path: "project/architecture/", section: "project" },
  "CHANGELOG.md": { path: "changelog/", section: "project" },
};

/**
 * Returns all pages in the order of the navigation: the two outside the docs, then section by
 * section. Throws an error with one sentence for each invalid file.
 */
export function readPages(root: string = projectRoot): Page[] {
  const files = globSync("docs/**/*.md", { cwd: root })
    .map((file) => file.split(sep).join("/"))
    .filter((file) => !file.endsWith("/README.md"));
  const problems: string[] = [];
  const pages: Page[] = [];
  for (const file of [...files, ...Object.keys(rootPages)].sort()) {
    const source = readPageSource(chooseInstall(readFileSync(join(root, file), "utf8")));
    if (source.ok) pages.push({ ...source.page, file, ...addressAndSectionOf(file) });
    else problems.push(`${file}: ${source.reason}`);
  }
  if (problems.length > 0) throw new Error(`Some pages are invalid.\n${problems.join("\n")}`);
  return [landingPage, demoPage, ...pages.sort(byNavigationOrder)];
}

function addressAndSectionOf(file: string): { path: string; section: SectionName } {
  const rootPage = rootPages[file];
  if (rootPage) return rootPage;
  const name = file.replace(/^docs\//, "").replace(/\.md$/, "");
  const folder = name.includes("/") ? name.split("/")[0] : undefined;
  const section = isSection(folder) ? folder : "project";
  return { path: `${name.replace(/(^|\/)index$/, "")}/`.replace(/\/+/g, "/"), section };
}

const rank = new Map<string, number>(sections.map(({ name }, index) => [name, index]));

/**
 * Compares pages by section, then by their `order`, posts by date (newest first), then by title.
 */
function byNavigationOrder(a: Page, b: Page): number {
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
  throw new Error("There is no docs folder here or above; run this inside the project.");
}

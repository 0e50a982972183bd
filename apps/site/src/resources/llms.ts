import { sections } from "../sections.ts";
import { type PictureAddress, toMarkdown } from "./page-content.ts";
import { addressOf, type Publication, type PublishedPage, siteName } from "./publication.ts";

/** Returns the site's directory for language models (llmstxt.org). */
export function llms(site: Publication): string {
  const groups = [
    { title: "Overview", pages: site.pages.filter(({ section }) => section === undefined) },
    ...sections.map(({ name, title }) => ({
      title,
      pages: site.pages.filter((page) => page.section === name && !isOptional(page)),
    })),
    { title: "Optional", pages: site.pages.filter(isOptional) },
  ];
  return [
    ...head(site),
    `Every page is listed with its Markdown; all pages in one file are at ${addressOf("llms-full.txt", site)}.`,
    ...groups
      .filter(({ pages }) => pages.length > 0)
      .map(({ title, pages }) => `## ${title}\n\n${pages.map(toLine).join("\n")}`),
  ]
    .join("\n\n")
    .concat("\n");
}

/** Returns the whole site as one text. */
export function llmsFull(site: Publication, pictures: PictureAddress): string {
  return [...head(site), ...site.pages.map((page) => toTwin(page, site, pictures).trim())]
    .join("\n\n")
    .concat("\n");
}

/** Returns one page as Markdown. */
export function toTwin(page: PublishedPage, site: Publication, pictures: PictureAddress): string {
  const { title, url, description } = page;
  const text = toMarkdown(page, site, pictures).trim();
  return `# ${inLine(title)}\n\n> ${inLine(description)}\n\nThis page: [${url}](${url})\n\n${text}\n`;
}

/** Returns whether a page can be left out if space is short: the history of the project. */
function isOptional({ section, path }: PublishedPage): boolean {
  return section === "blog" || path === "changelog/" || path === "project/architecture/";
}

function head({ pages }: Publication): string[] {
  const landingPage = pages.find(({ path }) => path === "");
  return [`# ${siteName}`, `> ${inLine(landingPage?.description ?? siteName)}`];
}

function toLine({ title, twin, description }: PublishedPage): string {
  return `- [${inLine(title)}](${twin}): ${inLine(description)}`;
}

/** Escapes plain text for one line of Markdown. */
function inLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>]/g, "\\$&");
}

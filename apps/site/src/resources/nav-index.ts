import { withBase } from "../addresses.ts";
import type { Page } from "../page.ts";
import { sections } from "../sections.ts";
import { addressOf, type Publication, siteName } from "./publication.ts";

/** The navigation as a tree of pages and sections. Addresses begin with the base path. */
export type NavIndex = {
  $schema: string;
  title: string;
  /** The address of the site; without an origin, its base path. */
  url: string;
  items: (NavPage | NavSection)[];
};

type NavPage = { title: string; url: string; summary: string; tags: string[] };
type NavSection = { title: string; items: NavPage[] };

export function navIndex(site: Publication): NavIndex {
  const { pages, base } = site;
  const toPage = ({ title, path, description, tags }: Page): NavPage => ({
    title,
    url: withBase(path, base),
    summary: description,
    tags,
  });
  const isOutside = ({ section }: Page) => section === undefined;
  return {
    $schema: withBase("schemas/nav-index.json", base),
    title: siteName,
    url: addressOf("", site),
    items: [
      ...pages.filter(isOutside).map(toPage),
      ...sections.flatMap(({ name, title }) => {
        const items = pages.filter(({ section }) => section === name).map(toPage);
        return items.length > 0 ? [{ title, items }] : [];
      }),
    ],
  };
}

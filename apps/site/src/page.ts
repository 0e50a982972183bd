import type { PageSource } from "./page-source.ts";
import type { SectionName } from "./sections.ts";

/** A page of the site. Navigation, sitemap, feeds and search all list these pages. */
export type Page = PageSource & {
  /** The path below the base: `webhook/payload/`; empty for the landing page. */
  path: string;
  /** The path of its source from the project root: `docs/webhook/payload.md`. */
  file: string;
  /** Other files that the page is made of; a change of one is a change of the page. */
  otherSources?: readonly string[];
  /** Absent for pages outside the docs. */
  section?: SectionName;
};

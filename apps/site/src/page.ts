import type { PageSource } from "./page-source.ts";
import type { SectionName } from "./sections.ts";

/** A page of the site. Everything that lists pages (navigation, sitemap, feeds, search …) lists these. */
export type Page = PageSource & {
  /** Its address below the base: `webhook/payload/`, and `` for the first page. */
  path: string;
  /** Its source, from the root of the project: `docs/webhook/payload.md`. */
  file: string;
  /** Missing for the pages that stand outside of the docs. */
  section?: SectionName;
};

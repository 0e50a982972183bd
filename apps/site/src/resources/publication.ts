import { withBase } from "../addresses.ts";
import type { Page } from "../page.ts";
import { projectRoot, readPages } from "../pages.ts";
import { type Changes, readChanges } from "./changes.ts";

/** The site at the address for which it is built. It is the input of all resources. */
export type Publication = {
  /** Such as `https://example.org`. Absent in a hub's copy, because a hub has several addresses. */
  origin?: string | undefined;
  /** `/`, or a path with slashes at both ends. */
  base: string;
  /** Pages in the order of the navigation. */
  pages: readonly PublishedPage[];
  /** The address under which the project's files can be read. */
  source?: string | undefined;
  /** The contact for security reports: a mailto or web address. Absent without an origin. */
  contact?: string | undefined;
  root: string;
};

export type PublishedPage = Page & {
  /** Absolute; without an origin, it begins with the base path. */
  url: string;
  /** The address of the page's Markdown. */
  twin: string;
  /** The UTC time of the last change of its sources. Absent if git does not know it. */
  changed?: string | undefined;
};

export const siteName = "Scanhook";

export function publish(
  pages: readonly Page[],
  location: Pick<Publication, "origin" | "base" | "source" | "contact" | "root">,
  changes: Changes,
): Publication {
  const { origin } = location;
  return {
    ...location,
    contact: location.contact ?? (origin && `mailto:security@${new URL(origin).hostname}`),
    pages: pages.map((page) => {
      const changed = changes.known ? lastChangeOf(page, changes.of) : undefined;
      return {
        ...page,
        url: addressOf(page.path, location),
        twin: addressOf(twinPath(page.path), location),
        changed,
      };
    }),
  };
}

let publication: Publication | undefined;

/** Returns the site that is being built. Prints one line if there are no dates. */
export function thisPublication(site: URL | undefined): Publication {
  if (publication) return publication;
  const changes = readChanges(projectRoot);
  if (!changes.known)
    process.stderr.write(`Pages have no date of their last change: ${changes.reason}.\n`);
  const { SITE_SOURCE: source, SITE_CONTACT: contact } = process.env;
  const base = import.meta.env.BASE_URL;
  publication = publish(
    readPages(),
    {
      origin: site?.origin,
      base,
      source: source || undefined,
      contact: contact || undefined,
      root: projectRoot,
    },
    changes,
  );
  return publication;
}

/** The pages that scripts/make-reference.ts writes; a change made by hand would be lost. */
const generatedFiles = /^docs\/(reference\/|blog\/index\.md$)/;

/**
 * Returns the address at which a reader can edit the source of a page: the editor on GitHub and
 * GitLab, otherwise the file. Returns undefined for a generated page, or if the address of the
 * project's files is not known.
 */
export function editAddress(
  { file }: Pick<Page, "file">,
  { source }: Pick<Publication, "source">,
): string | undefined {
  if (!source || generatedFiles.test(file)) return undefined;
  return `${source.replace(/\/$/, "").replace(/\/blob\//, "/edit/")}/${file}`;
}

/** Returns the path of a page's Markdown: `webhook/payload/` → `webhook/payload.md`. */
export function twinPath(path: string): string {
  return path === "" ? "index.md" : `${path.replace(/\/$/, "")}.md`;
}

/**
 * Returns the address of a page or another file, such as `feed.xml`; absolute if the origin is
 * known.
 */
export function addressOf(
  path: string,
  { origin, base }: Pick<Publication, "origin" | "base">,
): string {
  const address = withBase(path, base);
  return origin === undefined ? address : new URL(address, origin).href;
}

function lastChangeOf(
  { file, otherSources = [] }: Page,
  changes: ReadonlyMap<string, string>,
): string | undefined {
  return [file, ...otherSources]
    .flatMap((source) => changes.get(source) ?? [])
    .reduce<string | undefined>(later, undefined);
}

/** Returns the time of the last change of any page. */
export function lastChange(pages: readonly PublishedPage[]): string | undefined {
  return pages.flatMap(({ changed }) => changed ?? []).reduce<string | undefined>(later, undefined);
}

function later(a: string | undefined, b: string): string {
  return a !== undefined && a > b ? a : b;
}

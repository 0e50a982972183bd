import { withBase } from "../addresses.ts";
import type { Page } from "../page.ts";
import { projectRoot, readPages } from "../pages.ts";
import { type Changes, readChanges } from "./changes.ts";

/** The site at the address it is built for: what all resources are made from. */
export type Publication = {
  /** `https://example.org`. Missing where nobody knows it: a hub has a different one for each who asks. */
  origin?: string | undefined;
  /** `/`, or a path with slashes at both ends. */
  base: string;
  /** In the order of the navigation. */
  pages: readonly PublishedPage[];
  /** Where the files of the project can be read. */
  source?: string | undefined;
  /** Whom to tell about a security problem: an address of mail or of the web. Missing with the origin. */
  contact?: string | undefined;
  root: string;
};

export type PublishedPage = Page & {
  /** Whole; without an origin it begins with the base. */
  url: string;
  /** The same page as Markdown. */
  twin: string;
  /** When its source was last changed, in UTC. Missing when git does not say. */
  changed?: string;
};

export const siteName = "Scanhook";

export function publish(
  pages: readonly Page[],
  at: Pick<Publication, "origin" | "base" | "source" | "contact" | "root">,
  changes: Changes,
): Publication {
  const { origin } = at;
  return {
    ...at,
    contact: at.contact ?? (origin && `mailto:security@${new URL(origin).hostname}`),
    pages: pages.map((page) => {
      const changed = changes.known ? changes.of.get(page.file) : undefined;
      return {
        ...page,
        url: addressOf(page.path, at),
        twin: addressOf(twinPath(page.path), at),
        ...(changed !== undefined && { changed }),
      };
    }),
  };
}

let publication: Publication | undefined;

/** The site that is being built. Says in one line when there are no dates. */
export function thisPublication(site: URL | undefined): Publication {
  if (publication) return publication;
  const changes = readChanges(projectRoot);
  if (!changes.known)
    process.stderr.write(`The pages get no date of their last change: ${changes.reason}.\n`);
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

/** `webhook/payload/` → `webhook/payload.md`; of the first page `index.md`. */
export function twinPath(path: string): string {
  return path === "" ? "index.md" : `${path.replace(/\/$/, "")}.md`;
}

/** Of a page or of any other file of the site, such as `feed.xml`: whole where the origin is known. */
export function addressOf(
  path: string,
  { origin, base }: Pick<Publication, "origin" | "base">,
): string {
  const address = withBase(path, base);
  return origin === undefined ? address : new URL(address, origin).href;
}

/** When anything on the site was last changed. */
export function lastChange(pages: readonly PublishedPage[]): string | undefined {
  return pages.flatMap(({ changed }) => changed ?? []).reduce<string | undefined>(later, undefined);
}

function later(a: string | undefined, b: string): string {
  return a !== undefined && a > b ? a : b;
}

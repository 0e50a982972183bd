import { withBase } from "../addresses.ts";
import type { Page } from "../page.ts";
import { projectRoot, readPages } from "../pages.ts";
import { type Changes, readChanges } from "./changes.ts";

/** The site at the address it is built for: what all resources are made from. */
export type Publication = {
  /** `https://example.org` */
  origin: string;
  /** `/`, or a path with slashes at both ends. */
  base: string;
  /** In the order of the navigation. */
  pages: readonly PublishedPage[];
  /** Where the files of the project can be read. */
  source?: string | undefined;
  /** Whom to tell about a security problem: an address of mail or of the web. */
  contact: string;
  root: string;
};

export type PublishedPage = Page & {
  /** Whole. */
  url: string;
  /** The same page as Markdown. */
  twin: string;
  /** When its source was last changed, in UTC. Missing when git does not say. */
  changed?: string;
};

export const siteName = "Scanhook";

export function publish(
  pages: readonly Page[],
  at: { origin: string; base: string; source?: string; contact?: string; root: string },
  changes: Changes,
): Publication {
  const { origin, base, source, root } = at;
  const absolute = (path: string) => new URL(withBase(path, base), origin).href;
  return {
    origin,
    base,
    source,
    contact: at.contact || `mailto:security@${new URL(origin).hostname}`,
    root,
    pages: pages.map((page) => {
      const changed = changes.known ? changes.of.get(page.file) : undefined;
      return {
        ...page,
        url: absolute(page.path),
        twin: absolute(twinPath(page.path)),
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
  publication = publish(
    readPages(),
    {
      origin: site?.origin ?? "http://localhost",
      base: import.meta.env.BASE_URL,
      ...(source && { source }),
      ...(contact && { contact }),
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

/** A file of the site that is no page: `feed.xml`. */
export function addressOf(path: string, { origin, base }: Publication): string {
  return new URL(withBase(path, base), origin).href;
}

/** When anything on the site was last changed. */
export function lastChange(pages: readonly PublishedPage[]): string | undefined {
  return pages.flatMap(({ changed }) => changed ?? []).reduce<string | undefined>(later, undefined);
}

function later(a: string | undefined, b: string): string {
  return a !== undefined && a > b ? a : b;
}

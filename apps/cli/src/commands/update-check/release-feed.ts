/** A release that the feed names. `date` is a day such as `2026-12-01`. */
export type Release = { version: string; date?: string | undefined; link?: string | undefined };

const itemElement = /<item>(.*?)<\/item>/gs;
const literalText = /<!\[CDATA\[(.*?)\]\]>/gs;

/**
 * Parses the feed of releases that the site makes, `changelog/feed.xml` (RSS 2.0), newest version
 * first. Leaves out unreleased changes, withdrawn releases and previews such as `0.3.0-rc.1`.
 * Returns undefined for anything that is no RSS feed.
 */
export function parseReleaseFeed(text: string): Release[] | undefined {
  if (!/<rss[\s>]/.test(text)) return undefined;
  // Escaped text cannot contain </item>, so that the first one ends the item.
  const escaped = text.replace(literalText, (_, literal: string) =>
    literal.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  );
  const releases = [...escaped.matchAll(itemElement)].flatMap(([, item = ""]) => {
    const version = /^scanhook\/(\d{1,9}\.\d{1,9}\.\d{1,9})$/.exec(
      readElement(item, "guid") ?? "",
    )?.[1];
    if (version === undefined || readElement(item, "title")?.endsWith(" (withdrawn)")) return [];
    const link = URL.parse(readElement(item, "link") ?? "");
    const date = new Date(readElement(item, "pubDate") ?? "");
    return {
      version,
      date: Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10),
      link: link?.href,
    };
  });
  return releases.sort((a, b) => compareVersions(b.version, a.version));
}

/**
 * Compares two versions of three numbers. Returns a negative number if `a` is older. A version with
 * a suffix after a hyphen is older than the same version without one.
 */
export function compareVersions(a: string, b: string): number {
  const [coreA = "", ...previewA] = a.split("-");
  const [coreB = "", ...previewB] = b.split("-");
  const parts = coreB.split(".").map(Number);
  const differences = coreA.split(".").map((part, index) => Number(part) - (parts[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? previewB.length - previewA.length;
}

function readElement(item: string, name: string): string | undefined {
  const text = new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(item)?.[1];
  return text?.replace(/&(amp|lt|gt|quot);/g, (_, entity: string) => entities[entity] ?? "");
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

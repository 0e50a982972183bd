import { type Element, element, xmlDocument } from "./xml.ts";

export type Feed = {
  title: string;
  description: string;
  /** The absolute address of the page to which the feed belongs. */
  link: string;
  /** The absolute address of the feed. */
  self: string;
  items: readonly FeedItem[];
};

type FeedItem = {
  title: string;
  link: string;
  /** The permanent id of the item; defaults to the link. */
  id?: string;
  /** A timestamp or a date. */
  date?: string | undefined;
  summary: string;
  categories: readonly string[];
  html: string;
};

/** Returns an RSS 2.0 feed with an Atom self link. It changes only when its items change. */
export function rss({ title, description, link, self, items }: Feed): string {
  const newest = items.flatMap(({ date }) => date ?? []).sort(byMoment)[0];
  const optionalElement = (name: string, value: string | undefined) =>
    value === undefined ? [] : [element(name, {}, value)];
  return xmlDocument(
    element(
      "rss",
      {
        version: "2.0",
        "xmlns:atom": "http://www.w3.org/2005/Atom",
        "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
      },
      element(
        "channel",
        {},
        element("title", {}, title),
        element("link", {}, link),
        element("description", {}, description),
        element("language", {}, "en"),
        ...optionalElement("lastBuildDate", newest && rfc822(newest)),
        element("docs", {}, "https://www.rssboard.org/rss-specification"),
        element("atom:link", { href: self, rel: "self", type: "application/rss+xml" }),
        ...items.map(toItem),
      ),
    ),
  );
}

function toItem({ title, link, id, date, summary, categories, html }: FeedItem): Element {
  return element(
    "item",
    {},
    element("title", {}, title),
    element("link", {}, link),
    element("guid", { isPermaLink: String(id === undefined) }, id ?? link),
    ...(date === undefined ? [] : [element("pubDate", {}, rfc822(date))]),
    element("description", {}, summary),
    ...categories.map((category) => element("category", {}, category)),
    element("content:encoded", {}, html),
  );
}

/** Sorts items, newest first; items without a date come last and keep their order. */
export function newestFirst(items: readonly FeedItem[]): FeedItem[] {
  return [...items].sort((a, b) => {
    if (a.date === undefined || b.date === undefined)
      return Number(a.date === undefined) - Number(b.date === undefined);
    return byMoment(a.date, b.date);
  });
}

function byMoment(a: string, b: string): number {
  return Date.parse(b) - Date.parse(a);
}

function rfc822(date: string): string {
  return new Date(date).toUTCString();
}

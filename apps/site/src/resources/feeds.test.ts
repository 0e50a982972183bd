import { parseRssFeed } from "feedsmith";
import { describe, expect, test } from "vitest";
import { publicationOf } from "../testing/publication.ts";
import { blogFeed, changelogFeed, siteFeed } from "./feeds.ts";
import { rss } from "./rss.ts";

const pages = [
  { path: "" },
  { path: "webhook/payload/", section: "webhook", tags: ["json", "The webhook"] },
  { path: "blog/", section: "blog" },
  {
    path: "blog/first/",
    section: "blog",
    date: "2026-10-01",
    markdown: "A & B <b>c</b> ]]>\u0007",
  },
  { path: "blog/second/", section: "blog", date: "2026-11-01", title: "Zwei\u0000 & “drei”" },
] as const;
const site = publicationOf(
  pages.map((page) => ({ ...page, tags: [...("tags" in page ? page.tags : [])] })),
  {
    "docs/webhook/payload.md": "2026-11-20T10:00:00Z",
    "docs/blog/second.md": "2026-12-01T00:00:00Z",
  },
);
const noPictures = () => undefined;
const parseFeed = (make: typeof siteFeed) => parseRssFeed(rss(make(site, noPictures)));

describe("feeds", () => {
  test("lists the whole site, most recently changed first and undated pages last", () => {
    const feed = parseFeed(siteFeed);
    expect(feed).toMatchObject({
      link: "https://y.example/x/",
      language: "en",
      lastBuildDate: "Fri, 20 Nov 2026 10:00:00 GMT",
      atom: { links: [{ href: "https://y.example/x/feed.xml", rel: "self" }] },
    });
    expect(feed.items?.map(({ link, pubDate }) => [link, pubDate])).toEqual([
      ["https://y.example/x/webhook/payload/", "Fri, 20 Nov 2026 10:00:00 GMT"],
      ["https://y.example/x/blog/second/", "Sun, 01 Nov 2026 00:00:00 GMT"],
      ["https://y.example/x/blog/first/", "Thu, 01 Oct 2026 00:00:00 GMT"],
      ["https://y.example/x/", undefined],
      ["https://y.example/x/blog/", undefined],
    ]);
    expect(feed.items?.[0]).toMatchObject({
      guid: { value: "https://y.example/x/webhook/payload/", isPermaLink: true },
      categories: [{ name: "The webhook" }, { name: "json" }],
    });
  });

  test("lists blog posts with their date and their text as valid HTML", () => {
    const feed = parseFeed(blogFeed);
    expect(feed.link).toBe("https://y.example/x/blog/");
    expect(feed.items?.map(({ title }) => title)).toEqual(["Zwei� & “drei”", "blog/first/"]);
    expect(feed.items?.[1]?.content?.encoded).toBe("<p>A &amp; B <b>c</b> ]]&gt;�</p>");
  });

  test("lists releases, and unreleased changes if there are any", () => {
    const parseItems = (markdown: string) => {
      const site = publicationOf([{ path: "changelog/", file: "CHANGELOG.md", markdown }]);
      return parseRssFeed(rss(changelogFeed(site, noPictures))).items ?? [];
    };
    const released = "## [1.0.0] - 2026-11-02\n\n### Added\n\n- A\n- B\n\n### Fixed\n\n- C\n";
    const [unreleased, release] = parseItems(`## [Unreleased]\n\n- D\n\n${released}`);
    expect(unreleased).toMatchObject({ title: "Scanhook Unreleased" });
    expect(unreleased).not.toHaveProperty("pubDate");
    expect(release).toMatchObject({
      title: "Scanhook 1.0.0",
      link: "https://y.example/x/changelog/#100---2026-11-02",
      guid: { value: "scanhook/1.0.0", isPermaLink: false },
      pubDate: "Mon, 02 Nov 2026 00:00:00 GMT",
      description: "Added: 2, Fixed: 1",
      categories: [{ name: "Added" }, { name: "Fixed" }],
      content: { encoded: expect.stringContaining("<li>A</li>") },
    });
    expect(parseItems(`## [Unreleased]\n\n${released}`)).toHaveLength(1);
    expect(parseItems("Nothing yet.")).toEqual([]);
  });
});

import { sections } from "../sections.ts";
import { parseChangelog } from "./changelog.ts";
import { type PictureAddress, toHtml, toMarkdown } from "./page-content.ts";
import { addressOf, type Publication, type PublishedPage, siteName } from "./publication.ts";
import { type Feed, newestFirst } from "./rss.ts";

/** The three feeds and their paths. */
export const feeds = [
  { path: "feed.xml", title: siteName, make: siteFeed },
  { path: "blog/feed.xml", title: `${siteName}: blog`, make: blogFeed },
  { path: "changelog/feed.xml", title: `${siteName}: releases`, make: changelogFeed },
] as const;

/** Returns the feed of all pages, most recently changed first. */
export function siteFeed(site: Publication, pictures: PictureAddress): Feed {
  const { pages } = site;
  return {
    title: siteName,
    description: `All pages of ${siteName}, the newest change first.`,
    link: addressOf("", site),
    self: addressOf("feed.xml", site),
    items: newestFirst(pages.map((page) => toItem(page, site, pictures))),
  };
}

/** Returns the feed of the blog posts, which are the dated pages of the blog. */
export function blogFeed(site: Publication, pictures: PictureAddress): Feed {
  const posts = site.pages.filter(isPost);
  return {
    title: `${siteName}: blog`,
    description: `News from the makers of ${siteName}.`,
    link: site.pages.find(({ path }) => path === "blog/")?.url ?? addressOf("", site),
    self: addressOf("blog/feed.xml", site),
    items: newestFirst(posts.map((page) => toItem(page, site, pictures))),
  };
}

/** Returns the feed of all releases, with unreleased changes as an item of their own. */
export function changelogFeed(site: Publication, pictures: PictureAddress): Feed {
  const page = site.pages.find(({ file }) => file === "CHANGELOG.md");
  const link = page?.url ?? addressOf("", site);
  const releases = page ? parseChangelog(toMarkdown(page, site, pictures)) : [];
  return {
    title: `${siteName}: releases`,
    description: `Releases of ${siteName} and their changes.`,
    link,
    self: addressOf("changelog/feed.xml", site),
    items: releases
      .filter(({ version, markdown }) => version !== "Unreleased" || markdown !== "")
      .map(({ version, date, yanked, anchor, groups, markdown }) => ({
        title: `${siteName} ${version}${yanked ? " (withdrawn)" : ""}`,
        link: `${link}#${anchor}`,
        // The id must not depend on the anchor, which contains a date that may be corrected, or on
        // the site's address.
        id: `${siteName.toLowerCase()}/${version}`,
        date,
        summary:
          groups
            .filter(({ entries }) => entries.length > 0)
            .map(({ title, entries }) => `${title}: ${entries.length}`)
            .join(", ") || `The changes of ${version}.`,
        categories: groups.map(({ title }) => title),
        html: toHtml(markdown),
      })),
  };
}

export function isPost({ section, date }: PublishedPage): boolean {
  return section === "blog" && date !== undefined;
}

function toItem(page: PublishedPage, site: Publication, pictures: PictureAddress) {
  const { title, url, description, tags, date = page.changed } = page;
  const section = sections.find(({ name }) => name === page.section)?.title;
  return {
    title,
    link: url,
    date,
    summary: description,
    categories: [...new Set([...(section ? [section] : []), ...tags])],
    html: toHtml(toMarkdown(page, site, pictures)),
  };
}

import { sections } from "../sections.ts";
import { parseChangelog } from "./changelog.ts";
import { type PictureAddress, toHtml, toMarkdown } from "./page-content.ts";
import { addressOf, type Publication, type PublishedPage, siteName } from "./publication.ts";
import { type Feed, newestFirst } from "./rss.ts";

/** The three feeds, and where each of them is. */
export const feeds = [
  { path: "feed.xml", title: siteName, make: siteFeed },
  { path: "blog/feed.xml", title: `${siteName}: blog`, make: blogFeed },
  { path: "changelog/feed.xml", title: `${siteName}: releases`, make: changelogFeed },
] as const;

/** Every page, what was changed last first. */
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

/** Pages of the blog that have a date; the others lead to them. */
export function blogFeed(site: Publication, pictures: PictureAddress): Feed {
  const posts = site.pages.filter(isPost);
  return {
    title: `${siteName}: blog`,
    description: `What the makers of ${siteName} have to tell.`,
    link: site.pages.find(({ path }) => path === "blog/")?.url ?? addressOf("", site),
    self: addressOf("blog/feed.xml", site),
    items: newestFirst(posts.map((page) => toItem(page, site, pictures))),
  };
}

/** Every release; what is not released yet as such, while there is any. */
export function changelogFeed(site: Publication, pictures: PictureAddress): Feed {
  const page = site.pages.find(({ file }) => file === "CHANGELOG.md");
  const link = page?.url ?? addressOf("", site);
  const releases = page ? parseChangelog(toMarkdown(page, site, pictures)) : [];
  return {
    title: `${siteName}: releases`,
    description: `Versions of ${siteName}, and what each of them changed.`,
    link,
    self: addressOf("changelog/feed.xml", site),
    items: releases
      .filter(({ version, markdown }) => version !== "Unreleased" || markdown !== "")
      .map(({ version, date, yanked, anchor, groups, markdown }) => ({
        title: `${siteName} ${version}${yanked ? " (withdrawn)" : ""}`,
        link: `${link}#${anchor}`,
        // The anchor holds the date, which may be put right later, and the site may move.
        id: `${siteName.toLowerCase()}/${version}`,
        ...(date && { date }),
        summary:
          groups
            .filter(({ entries }) => entries.length > 0)
            .map(({ title, entries }) => `${title}: ${entries.length}`)
            .join(", ") || `What ${version} changes.`,
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
    ...(date && { date }),
    summary: description,
    categories: [...new Set([...(section ? [section] : []), ...tags])],
    html: toHtml(toMarkdown(page, site, pictures)),
  };
}

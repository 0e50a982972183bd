import { expect, test } from "vitest";
import { parseReleaseFeed } from "../../apps/cli/src/commands/update-check/release-feed.ts";
import { changelogFeed } from "../../apps/site/src/resources/feeds.ts";
import { rss } from "../../apps/site/src/resources/rss.ts";
import { publicationOf } from "../../apps/site/src/testing/publication.ts";

test("scanhook update-check reads the feed that the site makes of the changelog", () => {
  const markdown = `## Unreleased

- More </item><item><guid>scanhook/99.0.0</guid>

## 9.1.0 - 2026-12-03 [YANKED]

- Wrong.

## 9.0.9 - 2026-12-01

- Right & proper.
`;
  const site = publicationOf([{ path: "changelog/", file: "CHANGELOG.md", markdown, tags: [] }]);
  expect(parseReleaseFeed(rss(changelogFeed(site, () => undefined)))).toEqual([
    {
      version: "9.0.9",
      date: "2026-12-01",
      link: "https://y.example/x/changelog/#909---2026-12-01",
    },
  ]);
});

import { basename } from "node:path";
import { readPages } from "../../apps/site/src/pages.ts";
import { longDate } from "../../apps/site/src/resources/long-date.ts";

/** The page that the posts of the blog are found on, the newest first. */
export function blogIndex(): string {
  const posts = readPages().flatMap(({ section, date, title, description, file }) =>
    section === "blog" && date
      ? [`## [${title}](${basename(file)})\n\n*${longDate(date)}.* ${description}\n`]
      : [],
  );
  return `---
title: Blog
description: What we found out while building Scanhook, and what we decided because of it.
tags: [blog]
sidebar:
  order: 1
  label: All posts
---

What we found out while building Scanhook, and what we decided because of it. New posts are in the feed
\`/blog/feed.xml\`.

${posts.join("\n")}`;
}

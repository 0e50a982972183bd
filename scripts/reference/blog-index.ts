import { basename } from "node:path";
import { readPages } from "../../apps/site/src/pages.ts";
import { longDate } from "../../apps/site/src/resources/long-date.ts";

/** Returns the page that lists the posts of the blog, newest first. */
export function blogIndex(): string {
  const posts = readPages().flatMap(({ section, date, title, description, file }) =>
    section === "blog" && date
      ? [`## [${title}](${basename(file)})\n\n*${longDate(date)}.* ${description}\n`]
      : [],
  );
  return `---
title: Blog
description: Lessons from building Scanhook, and the decisions that followed.
tags: [blog]
sidebar:
  order: 1
  label: All posts
---

Lessons from building Scanhook, and the decisions that followed. Subscribe to new posts with the feed
\`/blog/feed.xml\`.

${posts.join("\n")}`;
}

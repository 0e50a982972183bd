import { answerWith } from "../../resources/answers.ts";
import { blogFeed } from "../../resources/feeds.ts";
import { rss } from "../../resources/rss.ts";

export const GET = answerWith((site, pictures) => rss(blogFeed(site, pictures)));

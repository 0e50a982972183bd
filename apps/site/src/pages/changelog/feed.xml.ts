import { answerWith } from "../../resources/answers.ts";
import { changelogFeed } from "../../resources/feeds.ts";
import { rss } from "../../resources/rss.ts";

export const GET = answerWith((site, pictures) => rss(changelogFeed(site, pictures)));

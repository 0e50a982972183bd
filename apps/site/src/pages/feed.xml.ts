import { answerWith } from "../resources/answers.ts";
import { siteFeed } from "../resources/feeds.ts";
import { rss } from "../resources/rss.ts";

export const GET = answerWith((site, pictures) => rss(siteFeed(site, pictures)));

import { answerWith } from "../resources/answers.ts";
import { addressOf } from "../resources/publication.ts";

export const GET = answerWith(
  (site) => `User-agent: *\nAllow: /\n\nSitemap: ${addressOf("sitemap.xml", site)}\n`,
);

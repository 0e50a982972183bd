import type { APIContext } from "astro";
import { answerWith, type Make, pathsWhereOriginIsKnown } from "../resources/endpoints.ts";
import { feeds } from "../resources/feeds.ts";
import { rss } from "../resources/rss.ts";
import { sitemap } from "../resources/sitemap.ts";

const files = new Map<string, Make>([
  ["sitemap", sitemap],
  ...feeds.map(({ path, make }): [string, Make] => [
    path.replace(/\.xml$/, ""),
    (site, pictures) => rss(make(site, pictures)),
  ]),
]);

export const getStaticPaths = () => pathsWhereOriginIsKnown(files.keys());

export function GET(context: APIContext) {
  return answerWith(files.get(context.params.file!)!)(context);
}

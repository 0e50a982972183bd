import type { APIContext } from "astro";
import { staticPathsWithOrigin, type TextMaker, textEndpoint } from "../resources/endpoints.ts";
import { feeds } from "../resources/feeds.ts";
import { rss } from "../resources/rss.ts";
import { sitemap } from "../resources/sitemap.ts";

const files = new Map<string, TextMaker>([
  ["sitemap", sitemap],
  ...feeds.map(({ path, make }): [string, TextMaker] => [
    path.replace(/\.xml$/, ""),
    (site, pictures) => rss(make(site, pictures)),
  ]),
]);

export const getStaticPaths = () => staticPathsWithOrigin(files.keys());

export function GET(context: APIContext) {
  return textEndpoint(files.get(context.params.file!)!)(context);
}

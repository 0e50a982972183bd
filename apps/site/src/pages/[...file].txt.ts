import type { APIContext } from "astro";
import { staticPathsWithOrigin, type TextMaker, textEndpoint } from "../resources/endpoints.ts";
import { robotsTxt } from "../resources/robots-txt.ts";
import { securityTxt } from "../resources/security-txt.ts";

const files = new Map<string, TextMaker>([
  ["robots", robotsTxt],
  [".well-known/security", (site) => securityTxt(site)],
]);

export const getStaticPaths = () => staticPathsWithOrigin(files.keys());

export function GET(context: APIContext) {
  return textEndpoint(files.get(context.params.file!)!)(context);
}

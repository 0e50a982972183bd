import type { APIContext } from "astro";
import { answerWith, type Make, pathsWhereOriginIsKnown } from "../resources/endpoints.ts";
import { robotsTxt } from "../resources/robots-txt.ts";
import { securityTxt } from "../resources/security-txt.ts";

const files = new Map<string, Make>([
  ["robots", robotsTxt],
  [".well-known/security", (site) => securityTxt(site)],
]);

export const getStaticPaths = () => pathsWhereOriginIsKnown(files.keys());

export function GET(context: APIContext) {
  return answerWith(files.get(context.params.file!)!)(context);
}

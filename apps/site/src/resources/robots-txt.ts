import { addressOf, type Publication } from "./publication.ts";

/** As RFC 9309 describes it: everybody may read everything. */
export function robotsTxt(site: Publication): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${addressOf("sitemap.xml", site)}\n`;
}

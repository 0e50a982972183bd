import { addressOf, type Publication } from "./publication.ts";

/** Returns a robots.txt that allows everything (RFC 9309). */
export function robotsTxt(site: Publication): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${addressOf("sitemap.xml", site)}\n`;
}

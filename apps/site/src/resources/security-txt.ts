import { addressOf, lastChange, type Publication } from "./publication.ts";

/** As RFC 9116 describes it. It holds for a year from the last change of the site, so that a build changes nothing. */
export function securityTxt(site: Publication, now: Date = new Date()): string {
  const policy = site.pages.find(({ path }) => path.startsWith("project/security"));
  const expires = new Date(lastChange(site.pages) ?? firstOfMonth(now));
  expires.setUTCFullYear(expires.getUTCFullYear() + 1);
  return [
    `Contact: ${site.contact}`,
    `Expires: ${expires.toISOString().replace(/\.\d+Z$/, "Z")}`,
    "Preferred-Languages: en",
    `Canonical: ${addressOf(".well-known/security.txt", site)}`,
    ...(policy ? [`Policy: ${policy.url}`] : []),
    "",
  ].join("\n");
}

/** Without a history of the site, builds of one month are alike. */
function firstOfMonth(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01T00:00:00Z`;
}

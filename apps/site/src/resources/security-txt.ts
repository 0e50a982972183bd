import { addressOf, lastChange, type Publication } from "./publication.ts";

/** As RFC 9116 describes it: it ends within a year, and a build that changes nothing else leaves it as it is. */
export function securityTxt(site: Publication, now: Date = new Date()): string {
  const policy = site.pages.find(({ path }) => path.startsWith("project/security"));
  const expires = new Date(lookedAt(lastChange(site.pages), now));
  expires.setUTCMonth(expires.getUTCMonth() + 11);
  return [
    `Contact: ${site.contact}`,
    `Expires: ${expires.toISOString().replace(/\.\d+Z$/, "Z")}`,
    "Preferred-Languages: en",
    `Canonical: ${addressOf(".well-known/security.txt", site)}`,
    ...(policy ? [`Policy: ${policy.url}`] : []),
    "",
  ].join("\n");
}

/**
 * When somebody last saw that it is right: at the last change of the site or, when there was none for half a year, with
 * this build. Builds of one month are alike then, and none has ended when it is made.
 */
export function lookedAt(changed: string | undefined, now: Date): string {
  const month = `${now.toISOString().slice(0, 7)}-01T00:00:00Z`;
  const recent = new Date(now);
  recent.setUTCMonth(recent.getUTCMonth() - 6);
  return changed !== undefined && Date.parse(changed) > recent.getTime() ? changed : month;
}

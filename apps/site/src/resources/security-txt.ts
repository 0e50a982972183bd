import { addressOf, lastChange, type Publication } from "./publication.ts";

/**
 * Returns a security.txt (RFC 9116) that expires within a year and does not change in a build
 * without other changes.
 */
export function securityTxt(site: Publication, now: Date = new Date()): string {
  const policy = site.pages.find(({ path }) => path.startsWith("project/security"));
  const expires = new Date(expiryStart(lastChange(site.pages), now));
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
 * Returns the date from which the expiry counts: the last change of the site or, if that is more
 * than half a year ago, the month of this build. So builds of one month are identical, and no file
 * is expired when it is built.
 */
export function expiryStart(changed: string | undefined, now: Date): string {
  const monthStart = `${now.toISOString().slice(0, 7)}-01T00:00:00Z`;
  const halfYearAgo = new Date(now);
  halfYearAgo.setUTCMonth(halfYearAgo.getUTCMonth() - 6);
  return changed !== undefined && Date.parse(changed) > halfYearAgo.getTime()
    ? changed
    : monthStart;
}

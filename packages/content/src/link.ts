import { parseFields, unescapeField } from "./docomo-fields.ts";
import { parseUrl } from "./parse-url.ts";

/** A web address with the facts that reveal a deceptive one. */
export type Link = {
  kind: "link";
  url: string;
  /** The host and port that a browser connects to, in ASCII (Punycode). */
  host: string;
  /**
   * The host in Unicode; only if its letters are of one script, so that it cannot imitate another
   * host.
   */
  unicodeHost?: string | undefined;
  /** Whether the host mixes letters of several scripts, as look-alike hosts do. */
  hasMixedScripts: boolean;
  /** The user name before an `@`, which can be mistaken for the host. */
  userName?: string | undefined;
  title?: string | undefined;
};

/**
 * Parses an `http:` or `https:` address, an address that starts with `www.`, or a bookmark
 * (`MEBKM:`). Returns undefined for other texts, and for an address whose user name and host have
 * more than 1,000 characters together.
 */
export function parseLink(text: string): Link | undefined {
  const bookmark = parseFields(text, "MEBKM:");
  const title = unescapeField(bookmark?.get("TITLE")?.[0] ?? "");
  const bookmarkUrl = bookmark?.get("URL")?.[0];
  const address = (
    bookmarkUrl === undefined ? text.replace(/^\s*url:/i, "") : unescapeField(bookmarkUrl)
  ).trim();
  const url = parseWebAddress(address);
  if (!url) return undefined;
  const unicodeHost = extractHost(address);
  const hasMixedScripts = mixesScripts(unicodeHost);
  const isUnicode = unicodeHost !== url.hostname && /[^\p{ASCII}]/u.test(unicodeHost);
  return {
    kind: "link",
    url: url.href,
    host: url.host,
    hasMixedScripts,
    unicodeHost: isUnicode && !hasMixedScripts ? unicodeHost : undefined,
    userName: url.username || undefined,
    title: title || undefined,
  };
}

function parseWebAddress(address: string): URL | undefined {
  if (/\s/.test(address)) return undefined;
  const completeAddress = /^www\.[^/]+\.[^/]/i.test(address) ? `https://${address}` : address;
  if (!/^https?:\/\//i.test(completeAddress) || tooLongHost.test(completeAddress)) return undefined;
  return parseUrl(completeAddress);
}

/** A DNS name has at most 253 characters. Normalizing a much longer host would take long. */
const tooLongHost = /^https?:\/\/[^/?#\\]{1001}/i;

/** Returns the host as it is written in the address, which `URL` would convert to Punycode. */
function extractHost(address: string): string {
  const authority = address.replace(/^https?:[\\/]+/i, "").split(/[\\/?#]/)[0] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
  return host.normalize("NFC").toLowerCase();
}

/** Letters by script: Latin, Cyrillic, Greek, East Asian, and every other script. */
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
  /(?!\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo})\p{Letter}/u,
];

/**
 * Returns whether a host mixes scripts. Latin beside Chinese, Japanese or Korean does not count,
 * because these scripts share no look-alikes (UTS 39 5.2).
 */
function mixesScripts(host: string): boolean {
  const [latin, cyrillic, greek, eastAsian, other] = scripts.map((letter) => letter.test(host));
  const count = [latin, cyrillic, greek, other].filter(Boolean).length;
  return count > 1 || (eastAsian === true && count > (latin ? 1 : 0));
}

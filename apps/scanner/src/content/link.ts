import { parseFields } from "./fields.ts";

/** A web address, with its host told plainly. */
export type Link = {
  kind: "link";
  url: string;
  /** What the browser would really connect to: in ASCII, with its port. */
  host: string;
  /** The host in its own letters, when they are all of one alphabet and so cannot pass for others. */
  written?: string;
  /** The host is written in letters of several alphabets, as look-alike addresses are. */
  mixed: boolean;
  /** What stands before an `@` and may look like the host, but is not. */
  before?: string;
  title?: string;
};

/** Reads an `http:` or `https:` address, one that begins with `www.`, or a bookmark (`MEBKM:`). */
export function parseLink(text: string): Link | undefined {
  const bookmark = parseFields(text, "MEBKM:");
  const title = bookmark?.get("TITLE")?.[0];
  const address = (bookmark?.get("URL")?.[0] ?? text.replace(/^\s*url:/i, "")).trim();
  const url = toUrl(address);
  if (!url) return undefined;
  const letters = writtenHost(address);
  const mixed = mixesAlphabets(letters);
  return {
    kind: "link",
    url: url.href,
    host: url.host,
    mixed,
    ...(!mixed && letters !== url.hostname && /[^\p{ASCII}]/u.test(letters)
      ? { written: letters }
      : {}),
    ...(url.username ? { before: url.username } : {}),
    ...(title ? { title } : {}),
  };
}

function toUrl(address: string): URL | undefined {
  if (/\s/.test(address)) return undefined;
  const complete = /^www\.[^/]+\.[^/]/i.test(address) ? `https://${address}` : address;
  if (!/^https?:\/\//i.test(complete)) return undefined;
  return URL.parse(complete) ?? undefined;
}

function writtenHost(address: string): string {
  const authority = address.replace(/^https?:[\\/]+/i, "").split(/[\\/?#]/)[0] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
  return host.normalize("NFC").toLowerCase();
}

const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
  /(?!\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo})\p{Letter}/u,
];

/** More than one alphabet; Latin beside Chinese, Japanese or Korean cannot be mistaken and is fine (UTS 39 5.2). */
function mixesAlphabets(host: string): boolean {
  const [latin, cyrillic, greek, eastAsian, other] = alphabets.map((letter) => letter.test(host));
  const count = [latin, cyrillic, greek, other].filter(Boolean).length;
  return count > 1 || (eastAsian === true && count > (latin ? 1 : 0));
}

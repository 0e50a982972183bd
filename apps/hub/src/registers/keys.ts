import { parseContent } from "@scanhook/content";
import { toIdentifier } from "@scanhook/webhook";
import type { KeyRules } from "./register.ts";

const maxKeys = 8;
/** In UTF-16 code units. No cell of a list is as long (`isUnfit`), whatever NFC makes of it. */
const maxTextLength = 4096;

/**
 * Returns the keys of a scan, at most eight: `u:` with the UID of its tag, `m:` with a mail address
 * if the rules read contacts, and `t:` with its text. A tag without a UID that stays the same has
 * none for it; nor has an empty text.
 */
export function keysOf(
  { content, tag }: { content: string; tag?: string },
  rules: KeyRules = {},
): string[] {
  const addresses = rules.contacts ? readMailAddresses(content) : [];
  const texts = addresses.length > 0 ? addresses : [readLink(content, rules) ?? content];
  // A list that was imported before contacts were switched on has its mail addresses as texts.
  const asText = { ...rules, contacts: false };
  const keys = [
    uidKey(tag),
    ...texts.map((text) => textKey(text, rules)),
    ...texts.map((text) => textKey(text, asText)),
  ];
  return [...new Set(keys.filter((key) => key !== undefined))].slice(0, maxKeys);
}

/**
 * Returns the key of a text that a person wrote into a list, or undefined for an empty one and for
 * one of more than 4,096 characters. Where contacts are read, it is `m:` and the text in lower case
 * for a mail address.
 */
export function textKey(
  text: string,
  { ignoreCase, stripPrefix = "", contacts }: KeyRules = {},
): string | undefined {
  if (text.length > maxTextLength) return undefined;
  const trimmed = (isStreamSafe(text) ? text.normalize("NFC") : text).trim();
  const bare = trimmed.startsWith(stripPrefix) ? trimmed.slice(stripPrefix.length) : trimmed;
  if (contacts && /^[^\s@]+@[^\s@]+$/.test(bare)) return `m:${bare.toLowerCase()}`;
  const folded = ignoreCase ? bare.toLowerCase() : bare;
  return folded === "" ? undefined : `t:${folded}`;
}

/**
 * Returns whether no letter has more than 30 accents (UAX #15, 12.1). Normalizing sorts each of
 * them in among all others of its letter.
 */
function isStreamSafe(text: string): boolean {
  return !/\p{M}{31}/u.test(text);
}

/**
 * Returns the code of an entry with these keys; undefined if it has only a UID or a mail address.
 */
export function codeOf(keys: readonly string[]): string | undefined {
  return keys.find((key) => key.startsWith("t:"))?.slice(2);
}

/**
 * Returns the text that a ticket has to have, or a list, so that `keysOf` and `textKey` make this
 * code of it. What is taken off the front of a text once is written twice if the code begins with
 * it.
 */
export function toTicketText(code: string, { stripPrefix = "" }: KeyRules = {}): string {
  return stripPrefix !== "" && code.startsWith(stripPrefix) ? stripPrefix + code : code;
}

/**
 * Returns the key of a UID as `toTagIdentifier` writes it. Four bytes that begin with 08 are random
 * and new at each reading (ISO/IEC 14443-3, 6.5.4), so they are no key.
 */
export function uidKey(tag: string | undefined): string | undefined {
  return tag === undefined || /^08(:[0-9A-F]{2}){3}$/.test(tag) ? undefined : `u:${tag}`;
}

/**
 * Returns the key of a UID that a person wrote in hexadecimal, or undefined for one that does not
 * stay the same.
 */
export function readUid(text: string): string | undefined {
  const digits = text.replace(/[:\- ]/g, "");
  if (!/^(?:[0-9A-F]{2}){4,16}$/i.test(digits)) return undefined;
  return uidKey(toIdentifier(digits));
}

/**
 * Returns the addresses of a contact (vCard, MECARD) or of a mail to write; none for any other
 * text.
 */
function readMailAddresses(content: string): string[] {
  const parsed = parseContent(content);
  if (parsed.kind === "contact") return parsed.emails;
  return parsed.kind === "mail" ? parsed.to : [];
}

function readLink(content: string, { links }: KeyRules): string | undefined {
  const url = links && URL.parse(content.trim());
  if (!url || !links.hosts.includes(url.host)) return undefined;
  const { searchParams, pathname } = url;
  if (links.parameter !== undefined) return searchParams.get(links.parameter) ?? undefined;
  const part = pathname.split("/").findLast((segment) => segment !== "") ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

import { parseContent } from "@scanhook/content";
import { toIdentifier } from "@scanhook/webhook";
import { readProductKeys, readTypedProduct } from "./product-keys.ts";
import type { KeyRules } from "./rules.ts";
import { showKey } from "./shown-key.ts";

const maxKeys = 8;
/**
 * In UTF-16 code units. No cell of a list is longer than this (`isUnfit`), even after NFC lengthens
 * it.
 */
const maxTextLength = 4096;

/**
 * Returns the keys of a scan, at most eight: `u:` with the UID of its tag, `g:` with the number of
 * a product, an asset or a shipment if the rules read products, `m:` with a mail address if they
 * read contacts, and `t:` with its text. The part numbers on the label of a supplier are texts. A
 * tag whose UID is random has no `u:` key, and an empty text no `t:` key.
 */
export function keysOf(
  { content: scanned, tag }: { content: string; tag?: string | undefined },
  rules: KeyRules = {},
): string[] {
  // No database stores lone surrogates.
  const content = scanned.toWellFormed();
  const products = rules.products ? readProductKeys(content) : undefined;
  const addresses = rules.contacts ? readMailAddresses(content) : [];
  const whole = addresses.length > 0 ? addresses : [readLink(content, rules) ?? content];
  const texts = [...(products?.partNumbers ?? []), ...whole];
  // A list that was imported before these rules were switched on has its codes as texts.
  const asText = { ...rules, contacts: false, products: false };
  const keys = [
    uidKey(tag),
    ...(products?.keys ?? []).map((key) => foldProduct(key, rules)),
    ...texts.map((text) => textKey(text, rules)),
    ...texts.map((text) => textKey(text, asText)),
  ];
  return [...new Set(keys.filter((key) => key !== undefined))].slice(0, maxKeys);
}

/**
 * Returns the key of a text that a person wrote into a list: `t:` and the text, or for a mail
 * address `m:` and the address in lower case if the rules read contacts, or for the code of a
 * product, an asset or a shipment `g:` and its number if they read products. Returns undefined for
 * a text that is empty or has more than 4,096 characters.
 */
export function textKey(text: string, rules: KeyRules = {}): string | undefined {
  const { ignoreCase, stripPrefix = "", contacts, products } = rules;
  if (text.length > maxTextLength) return undefined;
  const trimmed = (isStreamSafe(text) ? text.normalize("NFC") : text).trim();
  const bare = trimmed.startsWith(stripPrefix) ? trimmed.slice(stripPrefix.length) : trimmed;
  if (contacts && /^[^\s@]+@[^\s@]+$/.test(bare)) return `m:${bare.toLowerCase()}`;
  const product = products ? readTypedProduct(bare) : undefined;
  if (product !== undefined) return foldProduct(product, rules);
  const folded = ignoreCase ? bare.toLowerCase() : bare;
  return folded === "" ? undefined : `t:${folded}`;
}

function foldProduct(key: string, { ignoreCase }: KeyRules): string {
  return ignoreCase ? key.toLowerCase() : key;
}

/**
 * Returns whether no letter has more than 30 combining marks (UAX #15, 12.1). Normalization sorts
 * the marks of a letter, and its time grows with the square of their number.
 */
function isStreamSafe(text: string): boolean {
  return !/\p{M}{31}/u.test(text);
}

/**
 * Returns the code of an entry with these keys: its text, or else the number of its product, asset
 * or shipment; undefined if it has only a UID or a mail address.
 */
export function codeOf(keys: readonly string[]): string | undefined {
  const key = ["t:", "g:"].map((kind) => keys.find((each) => each.startsWith(kind)));
  const first = key.find((each) => each !== undefined);
  return first && showKey(first);
}

/**
 * Returns the text to print on a ticket, or to write into a list, from which `keysOf` and `textKey`
 * make this code. If the code itself begins with the prefix that the rules strip, the text has the
 * prefix twice.
 */
export function toTicketText(code: string, { stripPrefix = "" }: KeyRules = {}): string {
  return stripPrefix !== "" && code.startsWith(stripPrefix) ? stripPrefix + code : code;
}

/**
 * Returns the key of a UID in the form of `toTagIdentifier`. Returns undefined without a UID, and
 * for four bytes that begin with 08: a tag chooses such a UID anew for each reading (ISO/IEC
 * 14443-3, 6.5.4).
 */
export function uidKey(tag: string | undefined): string | undefined {
  return tag === undefined || /^08(:[0-9A-F]{2}){3}$/.test(tag) ? undefined : `u:${tag}`;
}

/**
 * Returns the key of a UID that a person wrote in hexadecimal. Returns undefined for a text that is
 * no UID, and for a random UID.
 */
export function readUid(text: string): string | undefined {
  const digits = text.replace(/[:\- ]/g, "");
  if (!/^(?:[0-9A-F]{2}){4,16}$/i.test(digits)) return undefined;
  return uidKey(toIdentifier(digits));
}

/**
 * Returns the mail addresses in a contact (vCard, MECARD) or a prepared mail; an empty list for any
 * other text.
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

import type { KeyRules } from "./register.ts";

/**
 * Returns the keys of a scan, at most two: `u:` with the UID of its tag, and `t:` with its text. A tag without a UID that
 * stays the same has none for it; nor has an empty text.
 */
export function keysOf(
  { content, tag }: { content: string; tag?: string },
  rules: KeyRules = {},
): string[] {
  const keys = [uidKey(tag), textKey(readLink(content, rules) ?? content, rules)];
  return keys.filter((key) => key !== undefined);
}

/** Returns the key of a text that a person wrote into a list, or undefined for an empty one. */
export function textKey(text: string, { ignoreCase, stripPrefix = "" }: KeyRules = {}) {
  const trimmed = text.normalize("NFC").trim();
  const bare = trimmed.startsWith(stripPrefix) ? trimmed.slice(stripPrefix.length) : trimmed;
  const folded = ignoreCase ? bare.toLowerCase() : bare;
  return folded === "" ? undefined : `t:${folded}`;
}

/**
 * Returns the key of a UID as `toTagIdentifier` writes it. Four bytes that begin with 08 are random and new at each
 * reading (ISO/IEC 14443-3, 6.5.4), so they are no key.
 */
export function uidKey(tag: string | undefined): string | undefined {
  return tag === undefined || /^08(:[0-9A-F]{2}){3}$/.test(tag) ? undefined : `u:${tag}`;
}

function readLink(content: string, { links }: KeyRules): string | undefined {
  if (!links || !URL.canParse(content.trim())) return undefined;
  const { host, searchParams, pathname } = new URL(content.trim());
  if (!links.hosts.includes(host)) return undefined;
  if (links.parameter !== undefined) return searchParams.get(links.parameter) ?? undefined;
  const part = pathname.split("/").findLast((segment) => segment !== "") ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

import { type Parsed, refuse } from "../parsed.ts";
import { isUnfit } from "./import.ts";
import { readUid, textKey } from "./keys.ts";
import type { KeyRules } from "./rules.ts";

/**
 * Parses a key that a person typed for an entry: `t:` and a text, `u:` and the UID of a tag in
 * hexadecimal, `m:` and a mail address, or `g:` and the code of a product, an asset or a shipment
 * in any spelling. Returns the key in the form that `keysOf` gives for a scan under these rules, or
 * one sentence about the mistake.
 */
export function parseTypedKey(text: string, rules: KeyRules = {}): Parsed<string> {
  const [kind, rest] = [text.slice(0, 2), text.slice(2)];
  if (isUnfit(rest))
    return refuse("The code is too long, or has control characters; shorten or retype it.");
  if (kind === "u:") {
    const key = readUid(rest);
    if (key !== undefined) return { ok: true, value: key };
    return refuse(
      `“${rest}” is no UID that stays the same; write the 4 to 16 bytes of the tag in hexadecimal.`,
    );
  }
  if (kind === "g:") return parseProduct(rest, rules);
  if (kind !== "t:" && kind !== "m:")
    return refuse(
      `“${text}” is no code; write t: and a text, u: and the UID of a tag, m: and a mail address, or g: and the number of a product.`,
    );
  if (kind === "m:" && !rules.contacts)
    return refuse(
      "This register does not read contacts, so no scan would find a mail address; change that in its rules first.",
    );
  const key = textKey(rest, rules);
  if (key === undefined) return refuse("The code is empty; write a text after t:.");
  if (kind === "m:" && !key.startsWith("m:"))
    return refuse(`“${rest}” is no mail address; write it as name@example.org.`);
  return { ok: true, value: key };
}

function parseProduct(text: string, rules: KeyRules): Parsed<string> {
  if (!rules.products)
    return refuse(
      "This register does not read products, so no scan would find the number of one; change that in its rules first.",
    );
  const withoutPrefix = { ...rules, stripPrefix: "", contacts: false };
  // In a key, an element string has no mark.
  const keys = [text, `]C1${text}`].map((each) => textKey(each, withoutPrefix));
  const key = keys.find((each) => each?.startsWith("g:"));
  if (key !== undefined) return { ok: true, value: key };
  return refuse(
    `“${text}” is no number of a product, an asset or a shipment; check its digits, of which the last fits the others.`,
  );
}

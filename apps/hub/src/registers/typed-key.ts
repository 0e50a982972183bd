import { type Parsed, refuse } from "../parsed.ts";
import { say } from "../texts/exact-message.ts";
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
  if (isUnfit(rest)) return refuse(say("code-unfit"));
  if (kind === "u:") {
    const key = readUid(rest);
    if (key !== undefined) return { ok: true, value: key };
    return refuse(say("code-no-uid", { text: rest }));
  }
  if (kind === "g:") return parseProduct(rest, rules);
  if (kind !== "t:" && kind !== "m:") return refuse(say("code-no-key", { text }));
  if (kind === "m:" && !rules.contacts) return refuse(say("register-reads-no-contacts"));
  const key = textKey(rest, rules);
  if (key === undefined) return refuse(say("code-empty"));
  if (kind === "m:" && !key.startsWith("m:")) return refuse(say("code-no-mail", { text: rest }));
  return { ok: true, value: key };
}

function parseProduct(text: string, rules: KeyRules): Parsed<string> {
  if (!rules.products) return refuse(say("register-reads-no-products"));
  const withoutPrefix = { ...rules, stripPrefix: "", contacts: false };
  // In a key, an element string has no mark.
  const keys = [text, `]C1${text}`].map((each) => textKey(each, withoutPrefix));
  const key = keys.find((each) => each?.startsWith("g:"));
  if (key !== undefined) return { ok: true, value: key };
  return refuse(say("code-no-product", { text }));
}

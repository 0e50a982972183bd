import { type Contact, parseContent } from "@scanhook/content";
import type { NewEntry } from "./register.ts";
import { toLabel } from "./unnamed-entry.ts";

/** In UTF-16 code units. */
const maxFieldLength = 1000;
/** The longest mail address (RFC 5321, 4.5.3.1). */
const maxBareLength = 320;
/** How many telephone numbers, and how many values of each other kind, are kept of a contact. */
const maxOfKind = 3;

/**
 * Returns the lead that a scanned text is: a contact (vCard, MECARD, BIZCARD), a mail address, a
 * telephone number, or a link. A number without `tel:` has to begin with `+`, because others may be
 * those of badges. Returns undefined for any other text.
 */
export function readLead(content: string): NewEntry | undefined {
  const parsed = parseContent(content.toWellFormed());
  switch (parsed.kind) {
    case "contact":
      return toLead(parsed.name, listContactFields(parsed));
    case "mail":
      return parsed.to[0] === undefined
        ? undefined
        : toLead(parsed.to[0], number("Email", parsed.to));
    case "phone":
    case "sms":
      return toLead(parsed.number, [["Phone", parsed.number]]);
    case "link":
      return toLead(toShortAddress(parsed.url), [["Website", parsed.url]]);
    case "text":
      return readBare(parsed.text.trim());
    default:
      return undefined;
  }
}

/**
 * Returns the lead that a text is which holds nothing but a mail address or an international
 * number.
 */
function readBare(text: string): NewEntry | undefined {
  if (text.length > maxBareLength) return undefined;
  if (/^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:".]{2,}$/.test(text))
    return toLead(text, [["Email", text]]);
  return /^\+\d[\d ()/.-]{5,24}$/.test(text) ? toLead(text, [["Phone", text]]) : undefined;
}

function listContactFields(contact: Contact): Field[] {
  const { givenName, familyName, organization, title, note } = contact;
  const single: [string, string | undefined][] = [
    ["First name", givenName],
    ["Last name", familyName],
    ["Company", organization],
    ["Job title", title],
  ];
  return [
    ...single.filter((field): field is Field => field[1] !== undefined),
    ...number("Email", contact.emails),
    ...number("Phone", contact.phones),
    ...number("Website", contact.urls),
    ...number("Address", contact.addresses),
    ...(note === undefined ? [] : [["Remark", note] as Field]),
  ];
}

type Field = [name: string, value: string];

function number(name: string, values: readonly string[]): Field[] {
  return values
    .slice(0, maxOfKind)
    .map((value, index) => [index === 0 ? name : `${name} ${index + 1}`, value]);
}

/** Returns the lead with a name; undefined for a name without a visible character. */
function toLead(name: string, values: readonly Field[]): NewEntry | undefined {
  const label = toLabel(name);
  if (label === "") return undefined;
  const cut = values.map(([key, value]): Field => {
    return [key, value.slice(0, maxFieldLength).toWellFormed()];
  });
  const fields = Object.fromEntries(cut.filter(([, value]) => value.trim() !== ""));
  return { label, fields, blocked: false };
}

/** Returns an address without its scheme, as people say it. */
function toShortAddress(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "");
}

import { type Contact, parseContact } from "./contact.ts";
import { type CalendarEvent, parseEvent } from "./event.ts";
import { type Link, parseLink } from "./link.ts";
import { type Mail, parseMail } from "./mail.ts";
import { type Place, parsePlace } from "./place.ts";
import { type Product, parseProduct } from "./product.ts";
import { type Phone, parsePhone, parseSms, type Sms } from "./telephone.ts";
import { parseWifi, type Wifi } from "./wifi.ts";

/** A parsed text. `kind` says which member of the union it is. */
export type Content =
  | Link
  | Wifi
  | Contact
  | CalendarEvent
  | Phone
  | Sms
  | Mail
  | Place
  | Product
  | { kind: "text"; text: string };

export type ContentKind = Content["kind"];

/** The maximum length of a text that is parsed, in UTF-16 code units. No code or tag has more. */
const maxLength = 65_536;

/**
 * Parses a text into typed values; never throws. `format` is the `CodeFormat` of the code the text
 * was read from: digits are a product number only in the formats that carry one. A text of no known
 * kind is returned as `kind: "text"`, including addresses of other schemes (`javascript:`, `data:`
 * …), and so is a text of more than 65,536 UTF-16 code units.
 */
export function parseContent(text: string, format?: string): Content {
  if (text.length > maxLength) return { kind: "text", text };
  return dropUndefined(
    parseProduct(text, format) ??
      parseLink(text) ??
      parseWifi(text) ??
      parseContact(text) ??
      parseEvent(text) ??
      parsePhone(text) ??
      parseSms(text) ??
      parseMail(text) ??
      parsePlace(text) ?? { kind: "text", text },
  );
}

/** Removes the properties without a value, so that the result lists only what the text has. */
function dropUndefined<Value extends object>(value: Value): Value {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries) as Value;
}

import { type Contact, parseContact } from "./contact.ts";
import { type CalendarEvent, parseEvent } from "./event.ts";
import { type Link, parseLink } from "./link.ts";
import { type Mail, parseMail } from "./mail.ts";
import { type Phone, parsePhone, parseSms, type Sms } from "./phone.ts";
import { type Place, parsePlace } from "./place.ts";
import { type Product, parseProduct } from "./product.ts";
import { parseWifi, type Wifi } from "./wifi.ts";

/** What a content is, so that it can be shown as that. Nothing here opens anything. */
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

/**
 * Tells what a content is. `format` is the `CodeFormat` it was read from; only some say that digits are a product.
 * Whatever is not known for what it is, addresses of any other scheme (`javascript:`, `data:` …) included, is text.
 */
export function describe(content: string, format?: string): Content {
  return (
    parseProduct(content, format) ??
    parseLink(content) ??
    parseWifi(content) ??
    parseContact(content) ??
    parseEvent(content) ??
    parsePhone(content) ??
    parseSms(content) ??
    parseMail(content) ??
    parsePlace(content) ?? { kind: "text", text: content }
  );
}

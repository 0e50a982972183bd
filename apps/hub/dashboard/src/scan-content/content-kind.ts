import { revealInvisible } from "@scanhook/content";
import { texts } from "../texts/page.ts";

/** The kind of the content of a scan, derived from its form. It is only displayed. */
export type ContentKind =
  | "link"
  | "wifi"
  | "contact"
  | "event"
  | "phone"
  | "mail"
  | "sms"
  | "place"
  | "number"
  | "text"
  | "empty";

const prefixes: readonly [RegExp, ContentKind][] = [
  [/^https?:\/\/\S+$/i, "link"],
  [/^WIFI:/i, "wifi"],
  [/^(BEGIN:VCARD|MECARD:|BIZCARD:)/i, "contact"],
  [/^BEGIN:(VEVENT|VCALENDAR)/i, "event"],
  [/^tel:/i, "phone"],
  [/^(mailto:|MATMSG:|SMTP:)/i, "mail"],
  [/^(sms|smsto|mmsto):/i, "sms"],
  [/^geo:/i, "place"],
  [/^(\d{8}|\d{12,14})$/, "number"],
];

/** Classifies the content of a scan by its form. */
export function classifyContent(content: string): ContentKind {
  if (content === "") return "empty";
  return prefixes.find(([form]) => form.test(content))?.[1] ?? "text";
}

/**
 * Returns the content on one line, with visible names in place of line ends and invisible
 * characters.
 */
export function toOneLine(content: string, maxLength = 300): string {
  if (isBlank(content)) return texts.scans.blankContent({ count: [...content].length });
  const shortened = content.length > maxLength ? `${content.slice(0, maxLength)}…` : content;
  return revealInvisible(shortened.replace(/\r\n|\r|\n/g, " ↵ "));
}

/**
 * Returns false if the content certainly has no parts, as GS1 codes and the labels of suppliers
 * have. Their parsers are loaded only for other content.
 */
export function mayHaveParts(content: string): boolean {
  return gs1Beginning.test(content) || content.includes("\u001d");
}

/** Matches the beginning of GS1 codes, and links with a GS1 key and its number in their path. */
const gs1Beginning = /^(\]|\(\d|\d{16}|https?:\/\/[^?#]*\/(\d{2,4})\/\d{4})/i;

/** Returns whether the content consists of spaces and line ends only. */
export function isBlank(content: string): boolean {
  return content !== "" && content.trim() === "";
}

/** Returns the URL that “Open” may lead to: a complete http or https URL, or undefined. */
export function parseWebLink(content: string): URL | undefined {
  if (classifyContent(content) !== "link" || !URL.canParse(content)) return undefined;
  const url = new URL(content);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

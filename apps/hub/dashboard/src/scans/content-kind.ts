/** The kind of a scanned content, derived from its form. It is only shown; nothing acts on it. */
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

/** Classifies a content by its form. */
export function classifyContent(content: string): ContentKind {
  if (content === "") return "empty";
  return prefixes.find(([form]) => form.test(content))?.[1] ?? "text";
}

/** Returns the content on one line, with visible names in place of line ends and control characters. */
export function toOneLine(content: string, maxLength = 300): string {
  const shortened = content.length > maxLength ? `${content.slice(0, maxLength)}…` : content;
  return shortened.replace(/\r\n|\r|\n/g, " ↵ ").replace(/\p{Cc}/gu, nameControl);
}

/** Returns the URL that “Open” may lead to: a complete http or https URL, or undefined. */
export function parseWebLink(content: string): URL | undefined {
  if (classifyContent(content) !== "link" || !URL.canParse(content)) return undefined;
  const url = new URL(content);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

// Writes names, because few fonts have the control pictures. Controls from U+0080 on have no common names.
function nameControl(character: string): string {
  const code = character.charCodeAt(0);
  return `‹${controls[code] ?? code.toString(16).toUpperCase()}›`;
}

// The abbreviations of ISO/IEC 646 by code: 0 to 31, and 127.
const controls: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
      .split(" ")
      .entries(),
  ),
  127: "DEL",
};

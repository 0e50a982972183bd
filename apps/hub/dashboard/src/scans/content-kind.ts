/** What a scanned content is, as far as its form tells; only for showing it, nothing acts on it. */
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

/** Names the kind of a content by its form. */
export function contentKind(content: string): ContentKind {
  if (content === "") return "empty";
  return prefixes.find(([form]) => form.test(content))?.[1] ?? "text";
}

/** The content on one line: line ends and control characters get names, nothing is hidden. */
export function oneLine(content: string, longest = 300): string {
  const cut = content.length > longest ? `${content.slice(0, longest)}…` : content;
  return cut.replace(/\r\n|\r|\n/g, " ↵ ").replace(/\p{Cc}/gu, visible);
}

/** The address to offer behind an explicit "Open": only http and https, and only a whole one. */
export function openable(content: string): URL | undefined {
  if (contentKind(content) !== "link" || !URL.canParse(content)) return undefined;
  const url = new URL(content);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

// Named, since few fonts hold the control pictures; the controls from U+0080 on have no common names.
function visible(character: string): string {
  const code = character.charCodeAt(0);
  return `‹${controls[code] ?? code.toString(16).toUpperCase()}›`;
}

// The abbreviations of ISO/IEC 646, by code; 127 is the only one that stands apart.
const controls: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
      .split(" ")
      .entries(),
  ),
  127: "DEL",
};

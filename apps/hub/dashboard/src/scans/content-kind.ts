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

/** The content on one line: line ends and control characters become visible signs, nothing is hidden. */
export function oneLine(content: string, longest = 300): string {
  const cut = content.length > longest ? `${content.slice(0, longest)}…` : content;
  return cut.replace(/\r\n|\r|\n/g, " ⏎ ").replace(/\p{Cc}/gu, visible);
}

/** The address to offer behind an explicit "Open": only http and https, and only a whole one. */
export function openable(content: string): URL | undefined {
  if (contentKind(content) !== "link" || !URL.canParse(content)) return undefined;
  const url = new URL(content);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

// U+2400 and on are the control pictures, in the order of the characters they stand for; the controls
// from U+0080 on have none.
function visible(character: string): string {
  const code = character.charCodeAt(0);
  if (code > 0x7f) return "\ufffd";
  return String.fromCharCode(0x2400 + (code === 0x7f ? 0x21 : code));
}

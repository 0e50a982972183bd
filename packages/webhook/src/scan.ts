/** The two kinds of scan, each with its own switch: a tag, or a QR code or barcode. */
export type Source = "nfc" | "code";

/** The JSON object that is posted for every scan. */
export type Scan = {
  /** NFC: the tag's UID, `04:A2:…`, or `NoIdentifierInCompatibilityMode`. Code: a UUID of this scan. */
  identifier: string;
  /** When it happened on the device, ISO 8601. We write UTC with whole seconds: `2026-05-12T14:23:01Z`. */
  date: string;
  /** NFC: the value of the record. Code: the decoded string, nothing trimmed or added. */
  content: string;
  /** Only for structured tags; `openPrintTag` is the only kind. */
  tagType?: string;
  /** Present when `tagType` is. */
  structured?: Record<string, unknown>;
};

/** A scan of a QR code or barcode. Every call makes a new identifier (UUID v4, RFC 9562). */
export function codeScan(
  reading: { content: string },
  now: { date?: Date; uuid?: () => string } = {},
): Scan {
  const uuid = now.uuid ?? randomUuid;
  return { identifier: uuid(), date: toDate(now.date), content: reading.content };
}

/** When a scan was made: UTC, whole seconds. */
export function toDate(date: Date = new Date()): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** `crypto.randomUUID` is missing on pages that were not loaded over HTTPS; `getRandomValues` is not. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

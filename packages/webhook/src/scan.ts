/**
 * The source of a scan: a tag, or a QR code or barcode. Each source has its own switch in the
 * scanner.
 */
export type Source = "nfc" | "code";

/** The JSON object that is posted for every scan. */
export type Scan = {
  /**
   * NFC: the tag's UID, `04:A2:…`, or `NoIdentifierInCompatibilityMode`. Code: a UUID of this scan.
   */
  identifier: string;
  /**
   * The device's time of the scan, ISO 8601. Scanhook writes UTC with whole seconds:
   * `2026-05-12T14:23:01Z`.
   */
  date: string;
  /** NFC: the value of the record. Code: the decoded string, unchanged. */
  content: string;
  /** Set for structured tags only; `openPrintTag` is the only type. */
  tagType?: string;
  /** Set whenever `tagType` is. */
  structured?: Record<string, unknown>;
};

/**
 * Makes the scan of a QR code or barcode. Every call creates a new identifier (UUID v4, RFC 9562).
 */
export function codeScan(
  reading: { content: string },
  now: { date?: Date; uuid?: () => string } = {},
): Scan {
  const uuid = now.uuid ?? createUuid;
  return { identifier: uuid(), date: formatDate(now.date), content: reading.content };
}

/** Formats the time of a scan: UTC, whole seconds. */
export function formatDate(date: Date = new Date()): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/**
 * Creates a UUID v4 with `getRandomValues`, because pages not loaded over HTTPS have no
 * `crypto.randomUUID`.
 */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Where a tag's memory keeps its NDEF message, and what it is. */
export type NdefPlace =
  /** `capacity`: the longest message in bytes that fits. */
  | { kind: "ndef"; message: Uint8Array; capacity: number; writable: boolean }
  /** Formatted, and without a message or with an empty one. */
  | { kind: "blank"; capacity: number; writable: boolean }
  /** The memory given is too short: read this many bytes from its beginning and ask again. */
  | { kind: "more"; length: number }
  /** There is no NDEF capability container. */
  | { kind: "unformatted" }
  | { kind: "damaged"; reason: string };

/**
 * The memory image with a message laid in, as long as the one given, or why it cannot be. With `more` the memory given
 * is too short: read this many bytes from its beginning and ask again.
 */
export type Laid = { ok: true; memory: Uint8Array } | { ok: false; reason: string; more?: number };

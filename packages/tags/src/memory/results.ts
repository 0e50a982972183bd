/** The NDEF content of a tag's memory. */
export type NdefReadResult =
  /** `capacity` is the length in bytes of the longest message that fits. */
  | { kind: "ndef"; message: Uint8Array; capacity: number; writable: boolean }
  /** The tag is formatted, but has no message or an empty one. */
  | { kind: "blank"; capacity: number; writable: boolean }
  /** The memory passed in is too short: read `length` bytes from its beginning and try again. */
  | { kind: "more"; length: number }
  /** The memory has no NDEF capability container. */
  | { kind: "unformatted" }
  | { kind: "damaged"; reason: string };

/**
 * A memory image of the same length that contains the message, or why the message cannot be
 * written. If `more` is set, the memory passed in is too short: read `more` bytes from its
 * beginning and try again.
 */
export type NdefWriteResult =
  | { ok: true; memory: Uint8Array }
  | { ok: false; reason: string; more?: number };

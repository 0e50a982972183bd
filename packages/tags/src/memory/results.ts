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
 * A memory image that contains the message, as long as the memory passed in, or why the message
 * cannot be written. With `more`, the memory passed in is too short: read that many bytes from its
 * beginning and try again.
 */
export type NdefWriteResult =
  | { ok: true; memory: Uint8Array }
  | { ok: false; reason: string; more?: number };

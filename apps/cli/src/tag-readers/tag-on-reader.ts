import type { Technology } from "./technology.ts";

export type TagOnReader = {
  technology: Technology;
  /**
   * Most significant byte first. Undefined when the reader does not give one; known even when the
   * content is not.
   */
  uid: Uint8Array | undefined;
  content: TagContent;
};

export type TagContent =
  /** `capacity`: the longest message that fits, in bytes. */
  | { kind: "ndef"; message: Uint8Array; capacity: number; writable: boolean }
  | { kind: "blank"; capacity: number; writable: boolean }
  /** Not formatted for NDEF. */
  | { kind: "unformatted" }
  /** Formatted for NDEF, but the structures contradict each other. */
  | { kind: "damaged"; reason: string }
  /** Protected, of a technology that cannot be read, or refused by the reader. */
  | { kind: "unreadable"; reason: string }
  /** Taken away before everything was read. */
  | { kind: "gone"; reason: string };

export type WriteOutcome =
  /** Read back and equal. `lock` is set when locking was requested. */
  | { kind: "written"; bytes: number; capacity: number; lock?: LockOutcome }
  | { kind: "too-big" | "read-only" | "unformatted" | "unwritable"; reason: string }
  /**
   * Written in part. A tag that was taken away then reads as empty, never with half of its content.
   */
  | { kind: "gone" | "failed" | "different"; reason: string };

/**
 * `memory`: the memory is locked permanently. `declared`: the tag only declares itself read-only.
 */
export type LockOutcome = { ok: true; how: "memory" | "declared" } | { ok: false; reason: string };

export type WrittenTag = {
  technology: Technology;
  uid: Uint8Array | undefined;
  outcome: WriteOutcome;
};

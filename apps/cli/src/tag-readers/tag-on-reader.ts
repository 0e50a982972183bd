import type { CommandFailure } from "./apdu.ts";
import type { Technology } from "./technology.ts";

export type TagOnReader = {
  technology: Technology;
  /**
   * Most significant byte first. Undefined if the reader does not return a UID. May be known
   * although the content could not be read.
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
  /** `userMemory`: the bytes of a TigerTag, from page 4 on. */
  | { kind: "tigerTag"; userMemory: Uint8Array }
  /** Formatted for NDEF, but the structures contradict each other. */
  | { kind: "damaged"; reason: string }
  /** Protected, of a technology that cannot be read, or refused by the reader. */
  | { kind: "unreadable"; reason: string }
  /** Taken away before everything was read. */
  | { kind: "gone"; reason: string };

/** A value that a chip can put into its content when it is read. */
export type MirroredValue = "uid" | "counter" | "both";

export type WriteOutcome =
  /**
   * Written and read back without a difference. `lock` is set if locking was requested, `mirror` if
   * the chip shows its UID or counter in the message.
   */
  | {
      kind: "written";
      bytes: number;
      capacity: number;
      mirror?: MirroredValue;
      lock?: LockOutcome;
    }
  | { kind: "too-big" | "read-only" | "unformatted" | "unwritable"; reason: string }
  /**
   * Written in part. A tag that was taken away reads as empty after that, never with half of its
   * content.
   */
  | { kind: "gone" | "failed" | "different"; reason: string };

/**
 * The result of locking. `memory`: the memory is locked permanently. `declared`: the tag only
 * declares itself read-only.
 */
export type LockOutcome =
  | { ok: true; how: "memory" | "declared" }
  | { ok: false; kind?: CommandFailure["kind"]; reason: string };

export type WrittenTag = {
  technology: Technology;
  uid: Uint8Array | undefined;
  outcome: WriteOutcome;
};

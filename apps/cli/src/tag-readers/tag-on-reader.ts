import type { Technology } from "./technology.ts";

export type TagOnReader = {
  technology: Technology;
  /** Most significant byte first; undefined when the reader does not give one. Known even when nothing else could be read. */
  uid: Uint8Array | undefined;
  content: TagContent;
};

export type TagContent =
  /** `capacity`: the longest message in bytes that fits. */
  | { kind: "ndef"; message: Uint8Array; capacity: number; writable: boolean }
  | { kind: "blank"; capacity: number; writable: boolean }
  /** Not prepared for NDEF. */
  | { kind: "unformatted" }
  /** It has what belongs to NDEF, but that contradicts itself. */
  | { kind: "damaged"; reason: string }
  /** Protected, of a kind that readers do not read, or the reader refused. */
  | { kind: "unreadable"; reason: string }
  /** Taken away before all of it was read. */
  | { kind: "gone"; reason: string };

export type WriteOutcome =
  /** Read back and equal. `lock` is there when it was asked for. */
  | { kind: "written"; bytes: number; capacity: number; lock?: LockOutcome }
  | { kind: "too-big" | "read-only" | "unformatted" | "unwritable"; reason: string }
  /** Some of it was written. A tag that was taken away then shows as empty, not with half of its content. */
  | { kind: "gone" | "failed" | "different"; reason: string };

/** `memory`: can never be written again. `declared`: it says so, and only those who ask it heed that. */
export type LockOutcome = { ok: true; how: "memory" | "declared" } | { ok: false; reason: string };

export type WrittenTag = {
  technology: Technology;
  uid: Uint8Array | undefined;
  outcome: WriteOutcome;
};

import type { LockOutcome } from "../../tag-readers/tag-on-reader.ts";

/** Returns a sentence with a space before it about a tag that was locked, or nothing. */
export function describeLock(lock: LockOutcome | undefined): string {
  if (!lock?.ok) return "";
  return lock.how === "memory"
    ? " It is locked permanently."
    : " It now declares itself read-only, which phones and this program respect; its memory itself could not be locked.";
}

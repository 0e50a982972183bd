import type { NfcTag } from "@capgo/capacitor-nfc";
import { toStableUid } from "../../src/writing/stable-uid.ts";
import { busyRetryMs, isBusyError, maxAttempts } from "./native-problem.ts";
import { toDetectedTag } from "./native-records.ts";

/** The plugin in ios/TagLockPlugin.swift. */
export type TagLockPlugin = {
  /**
   * Opens the system's sheet and locks the tag with this identifier. `hold` and `other` are the
   * texts of the sheet: before a tag is there, and while it is another one.
   */
  lock(tag: { id: number[]; hold: string; other: string }): Promise<void>;
  /** Closes the sheet; the pending `lock` rejects. */
  cancel(): Promise<void>;
};

/** How an iPhone locks tags, for which it opens another session than for reading. */
export type TagLock = {
  plugin: TagLockPlugin;
  sheetTexts(): { hold: string; other: string };
};

/**
 * The time that an iPhone gets for a lock: as long as its sheet stays open, because only the tag
 * that was written is locked.
 */
export const lockTimeoutMs = 60_000;

/**
 * Locks a tag that was read, after the session that read it was stopped. Rejects with the error of
 * the plugin, also if the tag has no UID by which it is recognized.
 */
export async function lockTag(
  { plugin, sheetTexts }: TagLock,
  tag: NfcTag | undefined,
  signal: AbortSignal,
): Promise<void> {
  const detected = tag && toDetectedTag(tag);
  if (!tag?.id || !detected || toStableUid(detected) === "") {
    throw Object.assign(new Error("The tag has no UID of its own."), { code: "UNSUPPORTED" });
  }
  const cancel = () => void plugin.cancel().catch(() => undefined);
  signal.addEventListener("abort", cancel);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await plugin.lock({ id: tag.id, ...sheetTexts() });
      } catch (error) {
        if (!isBusyError(error) || attempt >= maxAttempts || signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, busyRetryMs));
      }
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

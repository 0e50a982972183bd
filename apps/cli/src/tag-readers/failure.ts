import { type CommandFailure, getUid, sendCommand } from "./apdu.ts";
import { type Card, tagGone } from "./card-readers.ts";
import type { LockOutcome, TagContent, WriteOutcome } from "./tag-on-reader.ts";

/** Converts a failure to read a tag into the content that is reported for it. */
export async function toUnreadable(
  card: Card,
  { kind, reason }: CommandFailure,
): Promise<Extract<TagContent, { kind: "unreadable" | "gone" }>> {
  if (kind === "gone") return { kind, reason };
  // Readers can refuse a command before they notice that the tag was taken away.
  if (kind === "refused" && !(await isPresent(card))) {
    return { kind: "gone", reason: tagGone.reason };
  }
  return { kind: "unreadable", reason };
}

/** Converts a failure before the first write into an outcome. */
export async function toUnwritable(card: Card, failure: CommandFailure): Promise<WriteOutcome> {
  const { kind, reason } = await toUnreadable(card, failure);
  return { kind: kind === "gone" ? kind : "unwritable", reason };
}

/** Converts a failure in the middle of writing into an outcome. */
export async function toPartlyWritten(card: Card, failure: CommandFailure): Promise<WriteOutcome> {
  const { kind, reason } = await toUnreadable(card, failure);
  return kind === "gone"
    ? {
        kind,
        reason: "The tag was taken away during writing; put it on again to write it again.",
      }
    : { kind: "failed", reason: `${reason} The tag was written only in part; it may be locked.` };
}

/** The outcome when the tag reads back differently from what was written. */
export const readBackDiffers: WriteOutcome = {
  kind: "different",
  reason: "The tag reads back differently from what was written; write it again, or take another.",
};

/** The outcome when a tag accepts the command to lock it and stays unlocked. */
export const lockIgnored: LockOutcome = {
  ok: false,
  reason: "The tag accepted the command to lock it, but did not change.",
};

async function isPresent(card: Card): Promise<boolean> {
  const uid = await sendCommand(card, getUid);
  return uid.ok || (uid.kind === "refused" && uid.status >> 8 !== 0x63);
}

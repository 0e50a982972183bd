import { type Asked, ask } from "./apdu.ts";
import { type Card, tagGone } from "./card-readers.ts";
import type { TagContent, WriteOutcome } from "./tag-on-reader.ts";

export type Trouble = Extract<Asked, { ok: false }>;

/** What stopped the reading of a tag, told as its content. */
export async function unreadable(
  card: Card,
  { kind, reason }: Trouble,
): Promise<Extract<TagContent, { kind: "unreadable" | "gone" }>> {
  if (kind === "gone") return { kind, reason };
  // Readers refuse a command before they notice that the tag is away.
  if (kind === "refused" && !(await isThere(card))) return { kind: "gone", reason: tagGone.reason };
  return { kind: "unreadable", reason };
}

/** What stopped the writing of a tag before anything was written. */
export async function unwritable(card: Card, trouble: Trouble): Promise<WriteOutcome> {
  const { kind, reason } = await unreadable(card, trouble);
  return { kind: kind === "gone" ? kind : "unwritable", reason };
}

/** What stopped the writing of a tag in the middle. */
export async function halfWritten(card: Card, trouble: Trouble): Promise<WriteOutcome> {
  const { kind, reason } = await unreadable(card, trouble);
  return kind === "gone"
    ? {
        kind,
        reason: "The tag was taken away while it was written; put it on again to write it anew.",
      }
    : { kind: "failed", reason: `${reason} The tag was not written to its end; it may be locked.` };
}

async function isThere(card: Card): Promise<boolean> {
  const uid = await ask(card, getUid);
  return uid.ok || (uid.kind === "refused" && uid.status >> 8 !== 0x63);
}

/** GET DATA for the UID (PC/SC part 3, 3.2.2.1.3). */
export const getUid = [0xff, 0xca, 0, 0, 0];

import type { Card } from "./card-readers.ts";
import { gainAccess, type TagPassword } from "./ntag21x/password.ts";
import { readUid } from "./read-uid.ts";
import type { LockOutcome, WriteOutcome, WrittenTag } from "./tag-on-reader.ts";
import { findTechnology, type Technology, technologyNames } from "./technology.ts";
import { lockType2Tag, type WriteOptions, writeType2Tag } from "./type2.ts";
import { lockType4Tag, writeType4Tag } from "./type4.ts";
import { lockType5Tag, writeType5Tag } from "./type5.ts";

/**
 * Writes an NDEF message to the tag on a reader, reads it back, and with `lock` makes the tag
 * read-only. `password` opens an NTAG21x, and `mirror` is what such a chip shows in the message.
 */
export async function writeTagOnReader(
  card: Card,
  message: Uint8Array,
  { lock = false, ...options }: WriteOptions & { lock?: boolean } = {},
): Promise<WrittenTag> {
  const technology = findTechnology(card.atr);
  const uid = await readUid(card);
  const writer = writers[technology];
  if (!writer) {
    const reason = `Scanhook cannot write tags of this kind (${technologyNames[technology]}).`;
    return { technology, uid, outcome: { kind: "unwritable", reason } };
  }
  if (options.mirror && technology !== "type2") {
    const reason = `Only NTAG213, NTAG215 and NTAG216 have a mirror; this tag is ${technologyNames[technology]}.`;
    return { technology, uid, outcome: { kind: "unwritable", reason } };
  }
  const outcome = await writer.write(card, message, options);
  return lock && outcome.kind === "written"
    ? { technology, uid, outcome: { ...outcome, lock: await writer.lock(card) } }
    : { technology, uid, outcome };
}

export type LockedTag = { uid: Uint8Array | undefined; lock: LockOutcome };

/** Makes the tag on a reader read-only, with the content that it has. */
export async function lockTagOnReader(card: Card, password?: TagPassword): Promise<LockedTag> {
  const technology = findTechnology(card.atr);
  const uid = await readUid(card);
  const writer = writers[technology];
  if (!writer) {
    const reason = `Scanhook cannot lock tags of this kind (${technologyNames[technology]}).`;
    return { uid, lock: { ok: false, reason } };
  }
  const access = technology === "type2" ? await gainAccess(card, "write", password) : undefined;
  return { uid, lock: access?.ok === false ? access : await writer.lock(card) };
}

type TagWriter = {
  write(card: Card, message: Uint8Array, options: WriteOptions): Promise<WriteOutcome>;
  lock(card: Card): Promise<LockOutcome>;
};

const writers: Partial<Record<Technology, TagWriter>> = {
  type2: { write: writeType2Tag, lock: lockType2Tag },
  type4: { write: writeType4Tag, lock: lockType4Tag },
  type5: { write: writeType5Tag, lock: lockType5Tag },
};

import { parseUid } from "@scanhook/tags";
import { getUid, sendCommand } from "./apdu.ts";
import type { Card } from "./card-readers.ts";
import type { LockOutcome, WriteOutcome, WrittenTag } from "./tag-on-reader.ts";
import { findTechnology, type Technology, technologyNames } from "./technology.ts";
import { lockType2Tag, writeType2Tag } from "./type2.ts";
import { lockType4Tag, writeType4Tag } from "./type4.ts";
import { lockType5Tag, writeType5Tag } from "./type5.ts";

/**
 * Writes an NDEF message to the tag on a reader, reads it back, and with `lock` makes the tag
 * read-only.
 */
export async function writeTagOnReader(
  card: Card,
  message: Uint8Array,
  { lock = false }: { lock?: boolean } = {},
): Promise<WrittenTag> {
  const technology = findTechnology(card.atr);
  const uidResult = await sendCommand(card, getUid);
  const uid = uidResult.ok ? parseUid(uidResult.data) : undefined;
  const writer = writers[technology];
  if (!writer) {
    const reason = `Scanhook cannot write tags of this kind (${technologyNames[technology]}).`;
    return { technology, uid, outcome: { kind: "unwritable", reason } };
  }
  const outcome = await writer.write(card, message);
  return lock && outcome.kind === "written"
    ? { technology, uid, outcome: { ...outcome, lock: await writer.lock(card) } }
    : { technology, uid, outcome };
}

type TagWriter = {
  write(card: Card, message: Uint8Array): Promise<WriteOutcome>;
  lock(card: Card): Promise<LockOutcome>;
};

const writers: Partial<Record<Technology, TagWriter>> = {
  type2: { write: writeType2Tag, lock: lockType2Tag },
  type4: { write: writeType4Tag, lock: lockType4Tag },
  type5: { write: writeType5Tag, lock: lockType5Tag },
};

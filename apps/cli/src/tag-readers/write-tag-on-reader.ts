import { parseUid } from "@scanhook/tags";
import { ask } from "./apdu.ts";
import type { Card } from "./card-readers.ts";
import type { LockOutcome, WriteOutcome, WrittenTag } from "./tag-on-reader.ts";
import { type Technology, technologyNames, technologyOf } from "./technology.ts";
import { getUid } from "./trouble.ts";
import { lockType2Tag, writeType2Tag } from "./type2.ts";
import { lockType4Tag, writeType4Tag } from "./type4.ts";
import { lockType5Tag, writeType5Tag } from "./type5.ts";

/** Writes an NDEF message to the tag on a reader, reads it back, and then makes the tag read-only when asked to. */
export async function writeTagOnReader(
  card: Card,
  message: Uint8Array,
  { lock = false }: { lock?: boolean } = {},
): Promise<WrittenTag> {
  const technology = technologyOf(card.atr);
  const asked = await ask(card, getUid);
  const uid = asked.ok ? parseUid(asked.data) : undefined;
  const way = ways[technology];
  if (!way) {
    const reason = `Tags of this kind (${technologyNames[technology]}) cannot be written here.`;
    return { technology, uid, outcome: { kind: "unwritable", reason } };
  }
  const outcome = await way.write(card, message);
  return lock && outcome.kind === "written"
    ? { technology, uid, outcome: { ...outcome, lock: await way.lock(card) } }
    : { technology, uid, outcome };
}

type Way = {
  write(card: Card, message: Uint8Array): Promise<WriteOutcome>;
  lock(card: Card): Promise<LockOutcome>;
};

const ways: Partial<Record<Technology, Way>> = {
  type2: { write: writeType2Tag, lock: lockType2Tag },
  type4: { write: writeType4Tag, lock: lockType4Tag },
  type5: { write: writeType5Tag, lock: lockType5Tag },
};

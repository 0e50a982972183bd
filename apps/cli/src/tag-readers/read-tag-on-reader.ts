import { parseUid } from "@scanhook/tags";
import { getUid, sendCommand } from "./apdu.ts";
import type { Card } from "./card-readers.ts";
import { toUnreadable } from "./failure.ts";
import type { TagPassword } from "./ntag21x/password.ts";
import type { TagContent, TagOnReader } from "./tag-on-reader.ts";
import { findTechnology, radioStandards, type Technology } from "./technology.ts";
import { readType2Tag } from "./type2.ts";
import { readType4Tag } from "./type4.ts";
import { readType5Tag } from "./type5.ts";

/**
 * Reads the tag on a reader. Reads the UID first, so that it is known even when the content cannot
 * be read. `password` opens an NTAG21x that hides its content.
 */
export async function readTagOnReader(card: Card, password?: TagPassword): Promise<TagOnReader> {
  const technology = findTechnology(card.atr);
  const uidResult = await sendCommand(card, getUid);
  if (!uidResult.ok && uidResult.kind !== "refused") {
    return { technology, uid: undefined, content: await toUnreadable(card, uidResult) };
  }
  const { content, uid: uidInMemory } = await contentReaders[technology](card, password);
  const uid = uidResult.ok ? parseUid(uidResult.data, radioStandards[technology]) : uidInMemory;
  return { technology, uid, content };
}

/** `uid`: the UID found in the memory of the tag. */
type ReadContent = (
  card: Card,
  password?: TagPassword,
) => Promise<{ content: TagContent; uid?: Uint8Array | undefined }>;

const contentReaders: Record<Technology, ReadContent> = {
  type2: readType2Tag,
  type4: readType4Tag,
  type5: readType5Tag,
  "mifare-classic": createUnreadable("MIFARE Classic protects its content with keys"),
  felica: createUnreadable("FeliCa cards (NFC Forum Type 3) need commands of their own"),
  unknown: createUnreadable("Scanhook does not know this kind of tag"),
};

function createUnreadable(cause: string): ReadContent {
  const reason = `${cause}; only the identifier of this tag can be read.`;
  return async () => ({ content: { kind: "unreadable", reason } });
}

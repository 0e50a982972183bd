import { parseUid } from "@scanhook/tags";
import { ask } from "./apdu.ts";
import type { Card } from "./card-readers.ts";
import type { TagContent, TagOnReader } from "./tag-on-reader.ts";
import { type Technology, technologyOf } from "./technology.ts";
import { getUid, unreadable } from "./trouble.ts";
import { readType2Tag } from "./type2.ts";
import { readType4Tag } from "./type4.ts";
import { readType5Tag } from "./type5.ts";

/** Reads the tag on a reader: its UID first, which is kept whatever becomes of the rest. */
export async function readTagOnReader(card: Card): Promise<TagOnReader> {
  const technology = technologyOf(card.atr);
  const asked = await ask(card, getUid);
  if (!asked.ok && asked.kind !== "refused") {
    return { technology, uid: undefined, content: await unreadable(card, asked) };
  }
  const { content, uid } = await readContent[technology](card);
  return { technology, uid: asked.ok ? parseUid(asked.data) : uid, content };
}

type ReadContent = (card: Card) => Promise<{ content: TagContent; uid?: Uint8Array | undefined }>;

const readContent: Record<Technology, ReadContent> = {
  type2: readType2Tag,
  type4: readType4Tag,
  type5: readType5Tag,
  "mifare-classic": cannotRead("MIFARE Classic keeps its content behind keys"),
  felica: cannotRead("FeliCa cards (NFC Forum Type 3) have commands of their own"),
  unknown: cannotRead("It is no kind of tag that is known here"),
};

function cannotRead(why: string): ReadContent {
  const reason = `${why}; only the identifier of this one can be read.`;
  return async () => ({ content: { kind: "unreadable", reason } });
}

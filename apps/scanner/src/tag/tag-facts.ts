import { describeUid, type TagReading } from "@scanhook/tags";
import { nfcTexts as words } from "../texts/nfc-texts.ts";
import { toHex } from "./hex.ts";

/** One line about the tag itself. */
export type TagFact = { label: string; value: string; hint?: string; copy?: string };

/** What is known of a tag apart from what it says; `message` is what is written on it. */
export function toTagFacts({ uid, records }: TagReading, message: Uint8Array): TagFact[] {
  const { fields } = words;
  const meaning = uid && describeUid(uid);
  const type = [
    meaning?.technology && words.technologies[meaning.technology],
    meaning?.manufacturer,
  ].filter((part) => part !== undefined);
  return [
    uid
      ? {
          label: fields.uid,
          value: toHex(uid, ":"),
          copy: toHex(uid, ":"),
          ...(meaning?.random ? { hint: words.randomUid } : {}),
        }
      : { label: fields.uid, value: words.noUid },
    { label: fields.type, value: type.join(", ") || words.unknownType },
    { label: fields.size, value: words.sizeOf(words.bytes(message.length), records.length) },
  ];
}

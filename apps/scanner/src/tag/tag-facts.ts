import { describeUid, type TagReading } from "@scanhook/tags";
import { toHex } from "../readers/nfc/hex.ts";
import { nfcTexts } from "../texts/nfc.ts";

/** A labeled value of the tag itself. `copy` is the text that a button copies. */
export type TagFact = { label: string; value: string; hint?: string | undefined; copy?: string };

/** Returns the facts about a tag, without its content. `message` is the encoded NDEF message. */
export function toTagFacts({ uid, records }: TagReading, message: Uint8Array): TagFact[] {
  const { fields } = nfcTexts;
  const description = uid && describeUid(uid);
  const type = [
    description?.technology && nfcTexts.technologies[description.technology],
    description?.manufacturer,
  ].filter((part) => part !== undefined);
  return [
    uid
      ? {
          label: fields.uid,
          value: toHex(uid, ":"),
          copy: toHex(uid, ":"),
          hint: description?.random ? nfcTexts.randomUid : undefined,
        }
      : { label: fields.uid, value: nfcTexts.noUid },
    { label: fields.type, value: type.join(", ") || nfcTexts.unknownType },
    {
      label: fields.size,
      value: nfcTexts.sizeOf({
        bytes: nfcTexts.bytes({ count: message.length }),
        count: records.length,
      }),
    },
  ];
}

import { describeUid } from "./describe-uid.ts";
import { type NdefRecord, parseNdef } from "./ndef/message.ts";
import { type RecordValue, readRecord } from "./ndef/read-record.ts";
import { type OpenPrintTag, parseOpenPrintTag } from "./openprinttag/parse.ts";
import { materialNameOf, structuredOf } from "./openprinttag/structured.ts";
import { parseUid } from "./uid.ts";

/** What a tag says; fits `nfcScan()` of @scanhook/webhook. */
export type TagReading = {
  uid: Uint8Array | undefined;
  /** The first value among the records; the material's name when an OpenPrintTag has no other; else `""`. */
  content: string;
  tagType?: "openPrintTag";
  structured?: { material?: string; color?: string; manufacturer?: string; uuid?: string };
  records: { record: NdefRecord; value: RecordValue }[];
  openPrintTag?: OpenPrintTag;
  /** Why the message or its OpenPrintTag could not be read. There is a reading all the same. */
  damage?: string;
};

/**
 * The one way from a tag to a reading. `uid` is taken as {@link parseUid} takes it; the message comes as its bytes or
 * as records. Never throws: whatever the tag holds, there is a reading.
 */
export function readTag(tag: {
  uid?: Uint8Array | string | undefined;
  message?: Uint8Array;
  records?: readonly NdefRecord[];
}): TagReading {
  const uid = parseUid(tag.uid);
  const message = tag.records
    ? { ok: true as const, records: tag.records }
    : parseNdef(tag.message ?? new Uint8Array(0));
  if (!message.ok) return { uid, content: "", records: [], damage: message.reason };
  const records = message.records.map((record) => ({ record, value: readRecord(record) }));
  const content = records.map(({ value }) => textOf(value)).find(Boolean) ?? "";
  const plain = { uid, content, records };
  const material = records.find(({ value }) => value.kind === "openPrintTag");
  if (!material) return plain;
  const parsed = parseOpenPrintTag(material.record.payload, lasting(uid));
  if (!parsed.ok) return { ...plain, damage: parsed.reason };
  return {
    ...plain,
    content: content || (materialNameOf(parsed.tag) ?? ""),
    tagType: "openPrintTag",
    structured: structuredOf(parsed.tag),
    openPrintTag: parsed.tag,
  };
}

/** Nothing that should last is derived from a UID that changes with every tap. */
function lasting(uid: Uint8Array | undefined): Uint8Array | undefined {
  return uid && !describeUid(uid).random ? uid : undefined;
}

function textOf(value: RecordValue): string | undefined {
  switch (value.kind) {
    case "uri":
      return value.uri;
    case "text":
    case "mime":
      return value.text;
    case "smart-poster":
      return value.uri || value.titles[0]?.text;
    default:
      return undefined;
  }
}

import { describeUid } from "./describe-uid.ts";
import { type NdefRecord, parseNdef } from "./ndef/message.ts";
import { type RecordValue, readRecord } from "./ndef/read-record.ts";
import { type OpenPrintTag, parseOpenPrintTag } from "./openprinttag/parse.ts";
import { materialNameOf, type StructuredTag, structuredOf } from "./openprinttag/structured.ts";
import { parseUid } from "./uid.ts";

/** The reading of a tag, which `nfcScan()` of @scanhook/webhook accepts. */
export type TagReading = {
  uid: Uint8Array | undefined;
  /**
   * The first non-empty value of a record, or else the name of an OpenPrintTag's material, or else
   * `""`.
   */
  content: string;
  tagType?: "openPrintTag";
  structured?: StructuredTag;
  records: { record: NdefRecord; value: RecordValue }[];
  openPrintTag?: OpenPrintTag;
  /** A sentence about a message or an OpenPrintTag that could not be parsed. */
  damage?: string;
};

/**
 * Parses a tag into a reading. `uid` has any form that {@link parseUid} accepts; the message is
 * passed as bytes or as records. Never throws: a damaged tag also has a reading.
 */
export function parseTag(tag: {
  uid?: Uint8Array | string | undefined;
  message?: Uint8Array | undefined;
  records?: readonly NdefRecord[] | undefined;
}): TagReading {
  const uid = parseUid(tag.uid);
  const message = tag.records
    ? { ok: true as const, records: tag.records }
    : parseNdef(tag.message ?? new Uint8Array(0));
  if (!message.ok) return { uid, content: "", records: [], damage: message.reason };
  const records = message.records.map((record) => ({ record, value: readRecord(record) }));
  const content = records.map(({ value }) => toText(value)).find(Boolean) ?? "";
  const reading = { uid, content, records };
  const openPrintTagRecord = records.find(({ value }) => value.kind === "openPrintTag");
  if (!openPrintTagRecord) return reading;
  const parsed = parseOpenPrintTag(openPrintTagRecord.record.payload, toPermanentUid(uid));
  if (!parsed.ok) return { ...reading, damage: parsed.reason };
  return {
    ...reading,
    content: content || (materialNameOf(parsed.tag) ?? ""),
    tagType: "openPrintTag",
    structured: structuredOf(parsed.tag),
    openPrintTag: parsed.tag,
  };
}

/** Returns the UID, or undefined if it is random: a UUID derived from it would change every tap. */
function toPermanentUid(uid: Uint8Array | undefined): Uint8Array | undefined {
  return uid && !describeUid(uid).random ? uid : undefined;
}

function toText(value: RecordValue): string | undefined {
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

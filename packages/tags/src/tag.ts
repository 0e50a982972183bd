import { type NdefRecord, parseNdef } from "./ndef/message.ts";
import { type RecordValue, readRecord } from "./ndef/value.ts";
import { parseUid } from "./uid.ts";

/** What a tag says; fits `nfcScan()` of @scanhook/webhook. */
export type TagReading = {
  uid: Uint8Array | undefined;
  /** The first record's value that there is; OpenPrintTag's name when no record has one; else `""`. */
  content: string;
  tagType?: "openPrintTag";
  structured?: { material?: string; color?: string; manufacturer?: string; uuid?: string };
  records: { record: NdefRecord; value: RecordValue }[];
  /** Why the message could not be read. There is a reading all the same. */
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
  return { uid, content: contentOf(records.map(({ value }) => value)), records };
}

/** The first value there is, in the order of the records: an empty text is none. */
function contentOf(values: readonly RecordValue[]): string {
  for (const value of values) {
    const content = textOf(value);
    if (content) return content;
  }
  return "";
}

function textOf(value: RecordValue): string | undefined {
  switch (value.kind) {
    case "uri":
      return value.uri;
    case "text":
    case "mime":
      return value.text;
    case "smart-poster":
      return value.uri ?? value.titles[0]?.text;
    default:
      return undefined;
  }
}

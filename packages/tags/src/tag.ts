import { describeUid } from "./describe-uid.ts";
import { type NdefRecord, parseNdef } from "./ndef/message.ts";
import { jsonOf, type RecordValue, readRecord } from "./ndef/read-record.ts";
import { type OpenPrintTag, parseOpenPrintTag } from "./openprinttag/parse.ts";
import { materialNameOf, type StructuredTag, structuredOf } from "./openprinttag/structured.ts";
import { toSpool } from "./openprinttag/to-spool.ts";
import { parseOpenSpool } from "./spools/openspool.ts";
import { parseOpenTag3D } from "./spools/opentag3d.ts";
import type { Spool, SpoolResult } from "./spools/spool.ts";
import { parseUid, type TagTechnology } from "./uid.ts";

/** The reading of a tag, which `nfcScan()` of @scanhook/webhook accepts. */
export type TagReading = {
  uid: Uint8Array | undefined;
  /**
   * The first non-empty value of a record: a URI, a text, a smart poster or text of a media type.
   * Or else the first JSON, or else the name of an OpenPrintTag's material, or else `""`.
   */
  content: string;
  tagType?: "openPrintTag";
  structured?: StructuredTag;
  records: { record: NdefRecord; value: RecordValue }[];
  openPrintTag?: OpenPrintTag;
  /**
   * What an OpenPrintTag, an OpenTag3D or an OpenSpool says, or the first of them if the tag has
   * several.
   */
  spool?: Spool;
  /** A sentence about a message or the data of a spool that could not be parsed. */
  damage?: string;
};

type Records = TagReading["records"];

/**
 * Parses a tag into a reading. `uid` is the result of {@link parseUid}, or a text in the reader's
 * order, which is parsed with `technology`. The message is passed as bytes or as records. Never
 * throws: a damaged tag also has a reading.
 */
export function parseTag(tag: {
  uid?: Uint8Array | string | undefined;
  technology?: TagTechnology | undefined;
  message?: Uint8Array | undefined;
  records?: readonly NdefRecord[] | undefined;
}): TagReading {
  const uid = toUid(tag);
  const message = tag.records
    ? { ok: true as const, records: tag.records }
    : parseNdef(tag.message ?? new Uint8Array(0));
  if (!message.ok) return { uid, content: "", records: [], damage: message.reason };
  const records = message.records.map((record) => ({ record, value: readRecord(record) }));
  // JSON counts only if no other record has a value.
  const texts = records.map(({ value }) => (jsonOf(value) === undefined ? toText(value) : ""));
  const jsonTexts = records.map(({ value }) => jsonOf(value));
  const content = [...texts, ...jsonTexts].find(Boolean) ?? "";
  const reading: TagReading = { uid, content, records };
  const other = findOtherSpool(records);
  if (other?.ok) reading.spool = other.spool;
  else if (other) reading.damage = other.reason;
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
    spool: toSpool(parsed.tag),
  };
}

/**
 * Returns the first spool of a format other than OpenPrintTag, or else why the first one could not
 * be parsed.
 */
function findOtherSpool(records: Records): SpoolResult | undefined {
  const results = records
    .map(({ record, value }) => {
      if (value.kind === "openTag3D") return parseOpenTag3D(record.payload);
      const json = jsonOf(value);
      return json === undefined ? undefined : parseOpenSpool(json);
    })
    .filter((result) => result !== undefined);
  return results.find(({ ok }) => ok) ?? results[0];
}

function toUid({ uid, technology }: Parameters<typeof parseTag>[0]): Uint8Array | undefined {
  if (typeof uid === "string") return parseUid(uid, technology);
  return uid?.length === 0 ? undefined : uid;
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

export { chips, fitsOnChip, sizeOf } from "./chips.ts";
export { describeUid } from "./describe-uid.ts";
export type { NdefReadResult, NdefWriteResult } from "./memory/results.ts";
export { readType2, writeType2 } from "./memory/type2.ts";
export { readType4Container, type Type4Container } from "./memory/type4.ts";
export { readType5, writeType5 } from "./memory/type5.ts";
export {
  appRecord,
  externalRecord,
  mimeRecord,
  smartPosterRecord,
  textRecord,
  uriRecord,
  wifiRecord,
} from "./ndef/make-records.ts";
export { encodeNdef, type NdefRecord, parseNdef } from "./ndef/message.ts";
export { type RecordValue, readRecord } from "./ndef/read-record.ts";
export { type EncodedOpenPrintTag, encodeOpenPrintTag } from "./openprinttag/encode.ts";
export type {
  OpenPrintTagEnum,
  OpenPrintTagField,
  OpenPrintTagItem,
  OpenPrintTagRegion,
} from "./openprinttag/field.ts";
export {
  type OpenPrintTag,
  openPrintTagMediaType,
  parseOpenPrintTag,
} from "./openprinttag/parse.ts";
export { materialNameOf, structuredOf } from "./openprinttag/structured.ts";
export { materialTagCategories, openPrintTagEnums } from "./openprinttag/tables/enums.ts";
export { openPrintTagFields, openPrintTagSpecification } from "./openprinttag/tables/fields.ts";
export { toSpool } from "./openprinttag/to-spool.ts";
export { updateOpenPrintTag } from "./openprinttag/update.ts";
export {
  nameSpool,
  type Spool,
  type SpoolFormat,
  type SpoolResult,
  summarizeSpool,
  type TemperatureRange,
} from "./spools/spool.ts";
export { isTigerTag, parseTigerTag, tigerTagLength } from "./spools/tigertag.ts";
export { parseTag, type TagReading } from "./tag.ts";
export { parseUid, type TagTechnology } from "./uid.ts";

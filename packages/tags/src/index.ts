export { chips, fits, sizeOf } from "./chips.ts";
export { describeUid } from "./describe-uid.ts";
export type { Laid, NdefPlace } from "./memory/ndef-place.ts";
export { layType2, readType2 } from "./memory/type2.ts";
export { readType4Container, type Type4Container } from "./memory/type4.ts";
export { layType5, readType5 } from "./memory/type5.ts";
export {
  appRecord,
  externalRecord,
  mimeRecord,
  smartPosterRecord,
  textRecord,
  uriRecord,
  wifiRecord,
} from "./ndef/make.ts";
export { type NdefRecord, parseNdef, printNdef } from "./ndef/message.ts";
export { type RecordValue, readRecord } from "./ndef/read-record.ts";
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
export { type PrintedOpenPrintTag, printOpenPrintTag } from "./openprinttag/print.ts";
export { materialNameOf, structuredOf } from "./openprinttag/structured.ts";
export {
  materialTagCategories,
  openPrintTagEnums,
  openPrintTagFields,
  openPrintTagSpecification,
} from "./openprinttag/tables.ts";
export { updateOpenPrintTag } from "./openprinttag/update.ts";
export { readTag, type TagReading } from "./tag.ts";
export { parseUid } from "./uid.ts";

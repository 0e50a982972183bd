import type { CodeFormat, Reading } from "@scanhook/codes";
import type { TagReading } from "@scanhook/tags";
import type { ReturnValues } from "../links/return-url.ts";
import { toHex } from "../readers/nfc/hex.ts";
import { messageOf } from "../readers/nfc/message.ts";

/** A scan of the current session, with its values for the placeholders of a return address. */
export type ReturnableScan = { number: number; sending: boolean; values: ReturnValues };

/** Returns the values of a code for the placeholders. */
export function toCodeValues({
  content,
  format,
}: Pick<Reading, "content" | "format">): ReturnValues {
  return { CODE: content, FORMAT: zxingNames[format] ?? toUpperSnakeCase(format) };
}

/**
 * Returns the values of a tag for the placeholders. Browsers do not report the capacity, the type
 * or the lock state of a tag.
 */
export function toTagValues(reading: TagReading): ReturnValues {
  const values = reading.records.map(({ value }) => value);
  const textValue = values.find(({ kind }) => kind === "text");
  const uriValue = values.find((value) => "uri" in value && value.uri !== undefined);
  const message = messageOf(reading);
  return {
    CODE: reading.content,
    FORMAT: "NFC",
    ...(reading.uid ? { "TAG-ID": toHex(reading.uid, ":") } : {}),
    ...(message ? { "TAG-SIZE": String(message.length) } : {}),
    ...(textValue && "text" in textValue && textValue.text !== undefined
      ? { "NDEF-TEXT": textValue.text }
      : {}),
    ...(uriValue && "uri" in uriValue && uriValue.uri ? { "NDEF-URI": uriValue.uri } : {}),
  };
}

/**
 * ZXing's format names that are not ours in upper snake case. Pages written for ZXing's app expect
 * them.
 */
const zxingNames: Partial<Record<CodeFormat, string>> = {
  qr: "QR_CODE",
  microqr: "MICRO_QR_CODE",
  datamatrix: "DATA_MATRIX",
  pdf417: "PDF_417",
  ean8: "EAN_8",
  ean13: "EAN_13",
  upca: "UPC_A",
  upce: "UPC_E",
  code39: "CODE_39",
  code93: "CODE_93",
  code128: "CODE_128",
  databar: "RSS_14",
  "databar-expanded": "RSS_EXPANDED",
};

function toUpperSnakeCase(format: string): string {
  return format.toUpperCase().replaceAll("-", "_");
}

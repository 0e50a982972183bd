import type { CodeFormat, Reading } from "@scanhook/codes";
import type { TagReading } from "@scanhook/tags";
import { toHex } from "../tag/hex.ts";
import { messageOf } from "../tag/message.ts";
import type { ReturnValues } from "./return-url.ts";

/** A scan that a return address can be filled with. */
export type Scanned = { number: number; sending: boolean; values: ReturnValues };

/** What a code fills placeholders with. */
export function codeValues({ content, format }: Pick<Reading, "content" | "format">): ReturnValues {
  return { CODE: content, FORMAT: zxingNames[format] ?? toConstant(format) };
}

/** What a tag fills placeholders with. Its size, type and locks are more than a browser tells. */
export function tagValues(reading: TagReading): ReturnValues {
  const values = reading.records.map(({ value }) => value);
  const text = values.find(({ kind }) => kind === "text");
  const address = values.find((value) => "uri" in value && value.uri !== undefined);
  const message = messageOf(reading);
  return {
    CODE: reading.content,
    FORMAT: "NFC",
    ...(reading.uid ? { "TAG-ID": toHex(reading.uid, ":") } : {}),
    ...(message ? { "TAG-SIZE": String(message.length) } : {}),
    ...(text && "text" in text && text.text !== undefined ? { "NDEF-TEXT": text.text } : {}),
    ...(address && "uri" in address && address.uri ? { "NDEF-URI": address.uri } : {}),
  };
}

/** The names of ZXing, where they are more than ours in capitals: pages made for its app know these. */
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

function toConstant(format: string): string {
  return format.toUpperCase().replaceAll("-", "_");
}

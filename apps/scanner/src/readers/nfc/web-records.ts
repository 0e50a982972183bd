import { encodeNdef, type NdefRecord, parseNdef, readRecord, uriRecord } from "@scanhook/tags";
import type { WebNfcRecord, WebNfcRecordInit } from "./web-nfc-types.ts";

const utf8 = new TextEncoder();
const emptyBytes = new Uint8Array();

/**
 * Reconstructs the NDEF record from which a browser made a Web NFC record (the reverse of W3C Web
 * NFC, 9.5), so that the same parser reads tags on every platform.
 */
export function toNdefRecord(record: WebNfcRecord): NdefRecord {
  const id = record.id ? utf8.encode(record.id) : emptyBytes;
  const payload = getPayload(record);
  const createWellKnownRecord = (type: string, content: Uint8Array): NdefRecord => ({
    tnf: 1,
    type: utf8.encode(type),
    id,
    payload: content,
  });
  switch (record.recordType) {
    case "empty":
      return { tnf: 0, type: emptyBytes, id: emptyBytes, payload: emptyBytes };
    case "url":
      return { ...uriRecord(new TextDecoder().decode(payload)), id };
    case "text":
      return createWellKnownRecord("T", encodeTextPayload(record, payload));
    case "smart-poster":
      return createWellKnownRecord("Sp", payload);
    case "mime":
      return { tnf: 2, type: utf8.encode(record.mediaType ?? ""), id, payload };
    case "absolute-url":
      return { tnf: 3, type: payload, id, payload: emptyBytes };
    case "unknown":
      return { tnf: 5, type: emptyBytes, id, payload };
    default: {
      const type = record.recordType;
      if (type.startsWith(":")) return createWellKnownRecord(type.slice(1), payload);
      return { tnf: 4, type: utf8.encode(type), id, payload };
    }
  }
}

/**
 * Returns the payload of a record. A record that was read from a tag has bytes; a nested record
 * that a page made has only its inner records, which are encoded.
 */
function getPayload(record: WebNfcRecord): Uint8Array {
  const { data, recordType } = record;
  if (data?.byteLength)
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
  const mayNest = recordType === "smart-poster" || recordType.includes(":");
  return encodeNdef(mayNest ? (record.toRecords() ?? []).map(toNdefRecord) : []);
}

/**
 * Returns the payload of a text record: status byte, language and text in its encoding (NFC Forum
 * RTD Text 1.0, 3.2).
 */
function encodeTextPayload({ lang, encoding }: WebNfcRecord, text: Uint8Array): Uint8Array {
  const language = utf8.encode(lang ?? "").subarray(0, 63);
  const isUtf16 = encoding?.startsWith("utf-16") ?? false;
  const lacksByteOrderMark = encoding === "utf-16le" && !(text[0] === 0xff && text[1] === 0xfe);
  const byteOrderMark = lacksByteOrderMark ? [0xff, 0xfe] : [];
  return new Uint8Array([
    (isUtf16 ? 0x80 : 0) | language.length,
    ...language,
    ...byteOrderMark,
    ...text,
  ]);
}

/**
 * Converts a record for writing with Web NFC, which itself refuses records that it cannot write.
 */
export function toWebRecord(record: NdefRecord): WebNfcRecordInit {
  const id = record.id.length > 0 ? { id: new TextDecoder().decode(record.id) } : {};
  const type = new TextDecoder().decode(record.type);
  const data = new Uint8Array(record.payload);
  switch (record.tnf) {
    case 0:
      return { recordType: "empty" };
    case 1:
      return { ...toWellKnownInit(record, type, data), ...id };
    case 2:
      return { recordType: "mime", mediaType: type, data, ...id };
    case 3:
      return { recordType: "absolute-url", data: type, ...id };
    case 4:
      return { recordType: type, data, ...id };
    default:
      return { recordType: "unknown", data, ...id };
  }
}

function toWellKnownInit(
  record: NdefRecord,
  type: string,
  data: Uint8Array<ArrayBuffer>,
): WebNfcRecordInit {
  const value = readRecord(record);
  if (value.kind === "uri") return { recordType: "url", data: value.uri };
  if (value.kind === "text") {
    const [status = 0] = data;
    const start = 1 + (status & 0x3f);
    return {
      recordType: "text",
      encoding: status & 0x80 ? "utf-16" : "utf-8",
      // Android writes no text without a language. In BCP 47, "und" means undetermined.
      lang: value.language || "und",
      data: data.slice(start),
    };
  }
  if (value.kind === "smart-poster") {
    const nested = parseNdef(data);
    const records = nested.ok ? nested.records.map(toWebRecord) : [];
    return { recordType: "smart-poster", data: { records } };
  }
  return { recordType: `:${type}`, data };
}

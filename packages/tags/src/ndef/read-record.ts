import { openPrintTagMediaType } from "../openprinttag/parse.ts";
import { type NdefRecord, readMessage } from "./message.ts";
import { fromUtf8, fromUtf16 } from "./text.ts";
import { uriPrefixes } from "./uri-prefixes.ts";
import { readWifi, type Wifi, wifiMediaType } from "./wifi.ts";

/** What a record says. A record that says nothing readable is `damaged`, with a sentence. */
export type RecordValue =
  | { kind: "empty" }
  /** A URI record (RTD URI 1.0); `absolute` when the record's type itself is the URI. */
  | { kind: "uri"; uri: string; absolute?: true }
  | { kind: "text"; text: string; language: string }
  | { kind: "smart-poster"; uri?: string; titles: Title[]; action?: "do" | "save" | "edit" }
  /** `text` is there for `text/*` only. */
  | { kind: "mime"; mediaType: string; text?: string }
  | ({ kind: "wifi" } & Wifi)
  | { kind: "app"; packageName: string }
  | { kind: "external"; type: string }
  /** Its model is in the reading of the whole tag. */
  | { kind: "openPrintTag" }
  /** Without a type, or of a well-known type that is not known here. */
  | { kind: "unknown"; type?: string }
  | { kind: "damaged"; reason: string };

type Title = { text: string; language: string };

/** What a record says; never throws. Media types and external types are compared without regard to case. */
export function readRecord(record: NdefRecord): RecordValue {
  const type = fromUtf8(record.type);
  switch (record.tnf) {
    case 0:
      return { kind: "empty" };
    case 1:
      return wellKnown(type, record.payload);
    case 2:
      return mime(type, record.payload);
    case 3:
      return type === ""
        ? { kind: "damaged", reason: "This record promises a URI and has none." }
        : { kind: "uri", uri: type, absolute: true };
    case 4:
      return type.toLowerCase() === "android.com:pkg"
        ? { kind: "app", packageName: fromUtf8(record.payload) }
        : { kind: "external", type };
    default:
      return { kind: "unknown" };
  }
}

/** Well-known types are compared with regard to case (RTD 1.0, 3.4). */
function wellKnown(type: string, payload: Uint8Array): RecordValue {
  if (type === "U") return uri(payload);
  if (type === "T") return text(payload);
  if (type === "Sp") return smartPoster(payload);
  return { kind: "unknown", type };
}

/** RTD URI 1.0, 3.2. A prefix that is not defined yet adds nothing. */
function uri(payload: Uint8Array): RecordValue {
  if (payload.length === 0) {
    return { kind: "damaged", reason: "This URI record has no content, not even an empty one." };
  }
  const prefix = uriPrefixes[payload[0]!] ?? "";
  return { kind: "uri", uri: prefix + fromUtf8(payload.subarray(1)) };
}

/** RTD Text 1.0, 3.2: a status byte (bit 7 UTF-16, bits 0 to 5 length of the language), language, text. */
function text(payload: Uint8Array): RecordValue {
  const status = payload[0];
  if (status === undefined) {
    return { kind: "damaged", reason: "This text record has no content, not even an empty one." };
  }
  const textAt = 1 + (status & 0x3f);
  if (textAt > payload.length) {
    return { kind: "damaged", reason: "This text record breaks off in the name of its language." };
  }
  const decode = status & 0x80 ? fromUtf16 : fromUtf8;
  return {
    kind: "text",
    text: decode(payload.subarray(textAt)),
    language: fromUtf8(payload.subarray(1, textAt)),
  };
}

const actions = ["do", "save", "edit"] as const;
const mostInPoster = 32;

/** RTD Smart Poster 1.1, 3: a message with one URI, titles in languages, an action; the rest adds to these. */
function smartPoster(payload: Uint8Array): RecordValue {
  const inner = readMessage(payload, mostInPoster);
  if (!inner.ok) {
    return {
      kind: "damaged",
      reason: `The message in this smart poster is damaged: ${inner.reason}.`,
    };
  }
  const poster: RecordValue = { kind: "smart-poster", titles: [] };
  for (const record of inner.records) {
    if (record.tnf !== 1) continue;
    const type = fromUtf8(record.type);
    if (type === "act") {
      const action = actions[record.payload[0] ?? actions.length];
      if (action) poster.action ??= action;
    } else if (type === "U") {
      const value = uri(record.payload);
      if (value.kind === "uri") poster.uri ??= value.uri;
    } else if (type === "T") {
      const value = text(record.payload);
      if (value.kind === "text") {
        poster.titles.push({ text: value.text, language: value.language });
      }
    }
  }
  return poster;
}

function mime(mediaType: string, payload: Uint8Array): RecordValue {
  const essence = mediaType.toLowerCase().replace(/\s*;.*/s, "");
  if (essence === openPrintTagMediaType) return { kind: "openPrintTag" };
  if (essence === wifiMediaType) {
    const wifi = readWifi(payload);
    return typeof wifi === "string" ? { kind: "damaged", reason: wifi } : { kind: "wifi", ...wifi };
  }
  if (essence.startsWith("text/")) return { kind: "mime", mediaType, text: fromUtf8(payload) };
  return { kind: "mime", mediaType };
}

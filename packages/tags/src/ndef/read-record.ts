import { openPrintTagMediaType } from "../openprinttag/parse.ts";
import { openTag3DMediaType } from "../spools/opentag3d.ts";
import { type NdefRecord, readMessage, typeNameFormats } from "./message.ts";
import { fromCharset, fromUtf8, fromUtf8Only, fromUtf16 } from "./text.ts";
import { uriPrefixes } from "./uri-prefixes.ts";
import { readWifi, type Wifi, wifiMediaType } from "./wifi.ts";

/** The value of a record. The reason why a record is `damaged` is a sentence. */
export type RecordValue =
  | { kind: "empty" }
  /** A URI record (RTD URI 1.0). `absolute` is set if the record's type is the URI. */
  | { kind: "uri"; uri: string; absolute?: true }
  | { kind: "text"; text: string; language: string }
  | { kind: "smart-poster"; uri?: string; titles: Title[]; action?: "do" | "save" | "edit" }
  /**
   * `text` is set for `text/*`, decoded in the declared character set, and for `application/json`
   * in UTF-8 (RFC 8259, 8.1), which may be no valid JSON.
   */
  | { kind: "mime"; mediaType: string; text?: string }
  | ({ kind: "wifi" } & Wifi)
  | { kind: "app"; packageName: string }
  | { kind: "external"; type: string }
  /** The parsed OpenPrintTag, or the spool of an OpenTag3D, is part of the tag's reading. */
  | { kind: "openPrintTag" }
  | { kind: "openTag3D" }
  /** A record without a type, or of a well-known type that this package does not know. */
  | { kind: "unknown"; type?: string }
  | { kind: "damaged"; reason: string };

type Title = { text: string; language: string };

/**
 * Reads the value of a record. Never throws. Compares media types and external types
 * case-insensitively.
 */
export function readRecord(record: NdefRecord): RecordValue {
  const type = fromUtf8(record.type);
  switch (record.tnf) {
    case typeNameFormats.empty:
      return { kind: "empty" };
    case typeNameFormats.wellKnown:
      return readWellKnown(type, record.payload);
    case typeNameFormats.media:
      return readMime(type, record.payload);
    case typeNameFormats.absoluteUri:
      return type === ""
        ? { kind: "damaged", reason: "This URI record has no URI." }
        : { kind: "uri", uri: type, absolute: true };
    case typeNameFormats.external:
      return type.toLowerCase() === "android.com:pkg"
        ? { kind: "app", packageName: fromUtf8(record.payload) }
        : { kind: "external", type };
    default:
      return { kind: "unknown" };
  }
}

/** Compares well-known types case-sensitively (RTD 1.0, 3.4). */
function readWellKnown(type: string, payload: Uint8Array): RecordValue {
  if (type === "U") return readUri(payload);
  if (type === "T") return readText(payload);
  if (type === "Sp") return readSmartPoster(payload);
  return { kind: "unknown", type };
}

/** Reads a URI record (RTD URI 1.0, 3.2). An unassigned code stands for an empty prefix. */
function readUri(payload: Uint8Array): RecordValue {
  if (payload.length === 0) {
    return { kind: "damaged", reason: "This URI record has an empty payload." };
  }
  const prefix = uriPrefixes[payload[0]!] ?? "";
  return { kind: "uri", uri: prefix + fromUtf8(payload.subarray(1)) };
}

/**
 * Reads a text record (RTD Text 1.0, 3.2): a status byte, the language and the text. Bit 7 of the
 * status means UTF-16, bits 0 to 5 are the length of the language.
 */
function readText(payload: Uint8Array): RecordValue {
  const status = payload[0];
  if (status === undefined) {
    return { kind: "damaged", reason: "This text record has an empty payload." };
  }
  const textOffset = 1 + (status & 0x3f);
  if (textOffset > payload.length) {
    return { kind: "damaged", reason: "This text record ends within its language code." };
  }
  const decode = status & 0x80 ? fromUtf16 : fromUtf8;
  return {
    kind: "text",
    text: decode(payload.subarray(textOffset)),
    language: fromUtf8(payload.subarray(1, textOffset)),
  };
}

const actions = ["do", "save", "edit"] as const;
const maxPosterRecords = 32;

/**
 * Reads a smart poster (RTD Smart Poster 1.1, 3): a message with a URI, titles in several languages
 * and an action.
 */
function readSmartPoster(payload: Uint8Array): RecordValue {
  const innerMessage = readMessage(payload, maxPosterRecords);
  if (!innerMessage.ok) {
    return {
      kind: "damaged",
      reason: `The message in this smart poster is damaged: ${innerMessage.reason}.`,
    };
  }
  const poster: RecordValue = { kind: "smart-poster", titles: [] };
  for (const record of innerMessage.records) {
    if (record.tnf !== typeNameFormats.wellKnown) continue;
    const type = fromUtf8(record.type);
    if (type === "act") {
      const action = actions[record.payload[0] ?? actions.length];
      if (action) poster.action ??= action;
    } else if (type === "U") {
      const value = readUri(record.payload);
      if (value.kind === "uri") poster.uri ??= value.uri;
    } else if (type === "T") {
      const value = readText(record.payload);
      if (value.kind === "text") {
        poster.titles.push({ text: value.text, language: value.language });
      }
    }
  }
  return poster;
}

function readMime(mediaType: string, payload: Uint8Array): RecordValue {
  const essence = essenceOf(mediaType);
  if (essence === openPrintTagMediaType) return { kind: "openPrintTag" };
  if (essence === openTag3DMediaType) return { kind: "openTag3D" };
  if (essence === wifiMediaType) {
    const wifi = readWifi(payload);
    return typeof wifi === "string" ? { kind: "damaged", reason: wifi } : { kind: "wifi", ...wifi };
  }
  if (essence.startsWith("text/")) {
    return { kind: "mime", mediaType, text: fromCharset(payload, charsetOf(mediaType)) };
  }
  if (essence === jsonMediaType && /^(?:utf-?8)?$/i.test(charsetOf(mediaType) ?? "")) {
    const text = fromUtf8Only(payload);
    if (text !== undefined) return { kind: "mime", mediaType, text };
  }
  return { kind: "mime", mediaType };
}

const jsonMediaType = "application/json";

/** Returns the JSON of a record with text of the media type for it, or undefined for any other. */
export function jsonOf(value: RecordValue): string | undefined {
  const isJson = value.kind === "mime" && essenceOf(value.mediaType) === jsonMediaType;
  return isJson ? value.text : undefined;
}

/** Returns a media type in lower case without its parameters. */
function essenceOf(mediaType: string): string {
  return mediaType.toLowerCase().replace(/\s*;.*/s, "");
}

/** Returns the parameter `charset` of a media type (RFC 2045, 5.1), if it has one. */
function charsetOf(mediaType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(mediaType)?.[1];
}

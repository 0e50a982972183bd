import { encodeNdef, type NdefRecord, typeNameFormats } from "./message.ts";
import { toUtf8 } from "./text.ts";
import { uriPrefixes } from "./uri-prefixes.ts";
import { encodeWifi, wifiMediaType } from "./wifi.ts";

const noBytes = new Uint8Array(0);

/** Makes a URI record, abbreviated with the longest prefix that matches (RTD URI 1.0). */
export function uriRecord(uri: string): NdefRecord {
  let bestCode = 0;
  for (const [code, prefix] of uriPrefixes.entries()) {
    if (uri.startsWith(prefix) && prefix.length > uriPrefixes[bestCode]!.length) bestCode = code;
  }
  return wellKnownRecord("U", [bestCode, ...toUtf8(uri.slice(uriPrefixes[bestCode]!.length))]);
}

/**
 * Makes a text record in UTF-8 (RTD Text 1.0). `language` is an IANA tag such as `en`, cut off
 * after 63 bytes.
 */
export function textRecord(text: string, language = "en"): NdefRecord {
  const languageBytes = toUtf8(language).subarray(0, 63);
  return wellKnownRecord("T", [languageBytes.length, ...languageBytes, ...toUtf8(text)]);
}

/** Makes a smart poster (RTD Smart Poster 1.1) with at most one title. */
export function smartPosterRecord(poster: {
  uri: string;
  title?: string;
  language?: string;
}): NdefRecord {
  const titles = poster.title === undefined ? [] : [textRecord(poster.title, poster.language)];
  return wellKnownRecord("Sp", encodeNdef([uriRecord(poster.uri), ...titles]));
}

/** Makes a record with a media type such as `text/vcard`. */
export function mimeRecord(mediaType: string, data: Uint8Array): NdefRecord {
  return makeRecord(typeNameFormats.media, mediaType, data);
}

/**
 * Makes a record with an external type such as `example.com:thing`. Converts the type to lower
 * case, because Android compares it with a type in lower case.
 */
export function externalRecord(type: string, data: Uint8Array): NdefRecord {
  return makeRecord(typeNameFormats.external, type.toLowerCase(), data);
}

/** Makes an Android application record, which opens the app or, without it, its store page. */
export function appRecord(packageName: string): NdefRecord {
  return externalRecord("android.com:pkg", toUtf8(packageName));
}

/** Makes a record that lets Android join a Wi-Fi network. */
export function wifiRecord(wifi: {
  ssid: string;
  password?: string;
  security: "open" | "wpa" | "wep";
}): NdefRecord {
  return mimeRecord(wifiMediaType, encodeWifi(wifi));
}

function wellKnownRecord(type: string, payload: ArrayLike<number>): NdefRecord {
  return makeRecord(typeNameFormats.wellKnown, type, payload);
}

function makeRecord(tnf: number, type: string, payload: ArrayLike<number>): NdefRecord {
  return { tnf, type: toUtf8(type), id: noBytes, payload: Uint8Array.from(payload) };
}

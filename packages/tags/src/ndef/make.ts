import { type NdefRecord, printNdef } from "./message.ts";
import { toUtf8 } from "./text.ts";
import { uriPrefixes } from "./uri-prefixes.ts";
import { printWifi, wifiMediaType } from "./wifi.ts";

const none = new Uint8Array(0);

/** A URI record with the longest prefix that shortens it (RTD URI 1.0). */
export function uriRecord(uri: string): NdefRecord {
  let code = 0;
  for (const [candidate, prefix] of uriPrefixes.entries()) {
    if (uri.startsWith(prefix) && prefix.length > uriPrefixes[code]!.length) code = candidate;
  }
  return wellKnown("U", [code, ...toUtf8(uri.slice(uriPrefixes[code]!.length))]);
}

/** A text record in UTF-8 (RTD Text 1.0). `language` is an IANA tag such as `en`, cut off after 63 bytes. */
export function textRecord(text: string, language = "en"): NdefRecord {
  const name = toUtf8(language).subarray(0, 63);
  return wellKnown("T", [name.length, ...name, ...toUtf8(text)]);
}

/** A smart poster (RTD Smart Poster 1.1) with one title at most. */
export function smartPosterRecord(poster: {
  uri: string;
  title?: string;
  language?: string;
}): NdefRecord {
  const title = poster.title === undefined ? [] : [textRecord(poster.title, poster.language)];
  return wellKnown("Sp", printNdef([uriRecord(poster.uri), ...title]));
}

/** A record of a media type, such as `text/vcard`. */
export function mimeRecord(mediaType: string, data: Uint8Array): NdefRecord {
  return { tnf: 2, type: toUtf8(mediaType), id: none, payload: new Uint8Array(data) };
}

/** A record of somebody's own type, `example.com:thing`, written in lower case, as Android compares it. */
export function externalRecord(type: string, data: Uint8Array): NdefRecord {
  return { tnf: 4, type: toUtf8(type.toLowerCase()), id: none, payload: new Uint8Array(data) };
}

/** Starts this app on Android, or its page in the store (an Android application record). */
export function appRecord(packageName: string): NdefRecord {
  return externalRecord("android.com:pkg", toUtf8(packageName));
}

/** Joins a network when Android reads it. */
export function wifiRecord(wifi: {
  ssid: string;
  password?: string;
  security: "open" | "wpa" | "wep";
}): NdefRecord {
  return mimeRecord(wifiMediaType, printWifi(wifi));
}

function wellKnown(type: string, payload: ArrayLike<number>): NdefRecord {
  return { tnf: 1, type: toUtf8(type), id: none, payload: Uint8Array.from(payload) };
}

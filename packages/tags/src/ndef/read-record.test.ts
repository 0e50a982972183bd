import fc from "fast-check";
import { expect, test } from "vitest";
import { fromHex } from "../testing/vectors.ts";
import { parseNdef } from "./message.ts";
import { readRecord } from "./read-record.ts";

/** Returns the value of the only record of a message. */
function readOnlyRecord(hex: string) {
  const message = parseNdef(fromHex(hex));
  if (!message.ok) throw new Error(message.reason);
  const [record] = message.records;
  if (!record || message.records.length > 1) throw new Error("The message needs one record.");
  return readRecord(record);
}

test.each([
  ["d00000", { kind: "empty" }],
  ["d1010c55046578616d706c652e636f6d", { kind: "uri", uri: "https://example.com" }],
  ["d10104552461626d", { kind: "uri", uri: "abm" }],
  [
    "d3150068747470733a2f2f6578616d706c652e636f6d2f61",
    { kind: "uri", uri: "https://example.com/a", absolute: true },
  ],
  ["d1010d540564652d43484772c3bc657a69", { kind: "text", text: "Grüezi", language: "de-CH" }],
  ["d1010f54826465feff0047007200fc00df0065", { kind: "text", text: "Grüße", language: "de" }],
  ["d101075482656cfffea903", { kind: "text", text: "Ω", language: "el" }],
  ["d1010754826672d83edd80", { kind: "text", text: "🦀", language: "fr" }],
  [
    "d10222537091010c55036578616d706c652e6f72671101075402656e4d656e7551030161637400",
    {
      kind: "smart-poster",
      uri: "http://example.org",
      titles: [{ text: "Menu", language: "en" }],
      action: "do",
    },
  ],
  ["d102005370", { kind: "smart-poster", titles: [] }],
  [
    "d20a0a746578742f706c61696e706c61696e2074657874",
    { kind: "mime", mediaType: "text/plain", text: "plain text" },
  ],
  [
    "d210076170706c69636174696f6e2f6a736f6e7b2261223a317d",
    { kind: "mime", mediaType: "application/json", text: '{"a":1}' },
  ],
  [
    "d412026578616d706c652e636f6d3a73656e736f721502",
    { kind: "external", type: "example.com:sensor" },
  ],
  [
    "d40f0f616e64726f69642e636f6d3a706b67636f6d2e6578616d706c652e617070",
    { kind: "app", packageName: "com.example.app" },
  ],
  ["d21c006170706c69636174696f6e2f766e642e4f70656e5072696e74546167", { kind: "openPrintTag" }],
  ["d215006170706c69636174696f6e2f4f70656e5461673344", { kind: "openTag3D" }],
  ["d50002aabb", { kind: "unknown" }],
  ["d1020a487312d10204616301013000", { kind: "unknown", type: "Hs" }],
  ["d1010c75046578616d706c652e636f6d", { kind: "unknown", type: "u" }],
])("reads %s", (hex, value) => {
  expect(readOnlyRecord(hex)).toEqual(value);
});

test.each([
  ["a URI record with an empty payload", "d1010055"],
  ["an absolute URI record without a URI", "d30000"],
  ["a text record with an empty payload", "d1010054"],
  ["a text record that ends within its language", "d10102540265"],
  ["a smart poster with an incomplete message", "d102045370d1010a55"],
  ["a Wi-Fi record without a network", "d217006170706c69636174696f6e2f766e642e7766612e777363"],
])("reports %s as damaged, with a sentence", (_, hex) => {
  expect(readOnlyRecord(hex)).toEqual({
    kind: "damaged",
    reason: expect.stringMatching(/^(This|The) .+\.$/),
  });
});

test("ignores the case and the parameters of media types", () => {
  const type = new TextEncoder().encode("Text/VCard; charset=utf-8");
  const record = { tnf: 2, type, id: new Uint8Array(0), payload: fromHex("42") };
  expect(readRecord(record)).toEqual({
    kind: "mime",
    mediaType: "Text/VCard; charset=utf-8",
    text: "B",
  });
});

test.each([
  // Without a byte order mark, UTF-16 is big endian (RFC 2781, 4.3).
  ["text/plain;charset=utf-16", "00480069", "Hi"],
  ["text/plain; charset=UTF-16", "fffe48006900", "Hi"],
  ["text/plain;charset=utf-16", "feff00480069", "Hi"],
  ["text/plain;charset=utf-16le", "48006900", "Hi"],
  ['TEXT/HTML; level=1; Charset="utf-16be"', "00480069", "Hi"],
  ["text/vcard;charset=iso-8859-1", "4dfc6c6c6572", "Müller"],
  ["text/plain;charset=shift_jis", "93fa967b", "日本"],
  ["text/plain;charset=utf-8", "4dc3bc", "Mü"],
  ["text/plain;charset=us-ascii", "4dc3bc", "Mü"],
  ["text/plain;charset=klingon", "4dc3bc", "Mü"],
  ["text/plain;charset=", "4dc3bc", "Mü"],
  ["text/plain", "4dc3bc", "Mü"],
])("text of the type %s is decoded in its character set", (mediaType, payload, text) => {
  const type = new TextEncoder().encode(mediaType);
  const record = { tnf: 2, type, id: new Uint8Array(0), payload: fromHex(payload) };
  expect(readRecord(record)).toEqual({ kind: "mime", mediaType, text });
});

test("a smart poster has its titles in every language and its first URI", () => {
  const payload = fromHex(
    "9101075402656e506167651101085402646553656974651101035504616151010355046262",
  );
  const record = { tnf: 1, type: fromHex("5370"), id: new Uint8Array(0), payload };
  expect(readRecord(record)).toEqual({
    kind: "smart-poster",
    uri: "https://aa",
    titles: [
      { text: "Page", language: "en" },
      { text: "Seite", language: "de" },
    ],
  });
});

const wifiTypeHex = "6170706c69636174696f6e2f766e642e7766612e777363";

/**
 * Each Wi-Fi Simple Configuration attribute has a type and a length of two bytes each, then the
 * value.
 */
test.each([
  [
    "WPA2 with all attributes after a version",
    "104a000110100e002f10260001011045000448616c6c100300020020100f000200081027000870617373776f726410200006ffffffffffff",
    { ssid: "Hall", password: "password", security: "wpa" },
  ],
  [
    "mixed WPA and WPA2 with the key first",
    "100e001a1027000870617373776f72641003000200221045000448616c6c",
    { ssid: "Hall", password: "password", security: "wpa" },
  ],
  [
    "an open network with an empty key",
    "100e00181045000448616c6c100300020001100f0002000110270000",
    { ssid: "Hall", security: "open" },
  ],
  ["WEP", "100e00141045000448616c6c100300020001100f00020002", { ssid: "Hall", security: "wep" }],
  ["enterprise", "100e000e1045000448616c6c100300020010", { ssid: "Hall", security: "enterprise" }],
  ["a name only", "100e00081045000448616c6c", { ssid: "Hall", security: "unknown" }],
  [
    "attributes without a credential around them",
    "1045000448616c6c100300020020",
    { ssid: "Hall", security: "wpa" },
  ],
])("reads a Wi-Fi record: %s", (_, payload, wifi) => {
  const length = (payload.length / 2).toString(16).padStart(2, "0");
  expect(readOnlyRecord(`d217${length}${wifiTypeHex}${payload}`)).toEqual({
    kind: "wifi",
    ...wifi,
  });
});

test("any record has a value, and a damaged one has a sentence", () => {
  const type = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc
      .constantFrom(
        "U",
        "T",
        "Sp",
        "text/plain",
        "text/plain;charset=utf-16",
        "application/vnd.wfa.wsc",
        "android.com:pkg",
      )
      .map((name) => new TextEncoder().encode(name)),
  );
  const payload = fc.uint8Array({ maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), type, payload, (tnf, type, payload) => {
      const value = readRecord({ tnf, type, id: new Uint8Array(0), payload });
      if (value.kind === "damaged") expect(value.reason).toMatch(/^(This|The) .+\.$/);
    }),
  );
});

import { readFileSync } from "node:fs";
import {
  appRecord,
  encodeNdef,
  externalRecord,
  mimeRecord,
  type NdefRecord,
  parseNdef,
  smartPosterRecord,
  textRecord,
  uriRecord,
} from "@scanhook/tags";
import { expect, test } from "vitest";
import { haveSameMeaning } from "./same-meaning.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const createRecord = (tnf: number, type: string, payload: Uint8Array): NdefRecord => ({
  tnf,
  type: encode(type),
  id: new Uint8Array(),
  payload,
});

test.each([
  [
    "the abbreviation of the URI",
    uriRecord("https://www.example.com"),
    createRecord(1, "U", encode("\x04www.example.com")),
  ],
  ["the case of the scheme", uriRecord("HTTPS://Example.com"), uriRecord("https://Example.com")],
  ["the case of the language", textRecord("x", "de-AT"), textRecord("x", "de-at")],
  ["the language und", textRecord("x", ""), textRecord("x", "und")],
  [
    "the encoding of the text",
    textRecord("ä", "de"),
    createRecord(1, "T", Uint8Array.of(0x82, 0x64, 0x65, 0x00, 0xe4)),
  ],
  [
    "a parameter of the media type",
    mimeRecord("text/vcard", encode("x")),
    mimeRecord("Text/vCard; charset=utf-8", encode("x")),
  ],
  [
    "the case of an external type",
    externalRecord("a.b:c", encode("x")),
    createRecord(4, "A.b:C", encode("x")),
  ],
] as const)("records that differ by %s have the same meaning", (_, first, second) => {
  expect(haveSameMeaning([first], [second])).toBe(true);
});

test.each([
  ["the case of the path", uriRecord("https://example.com/a"), uriRecord("https://example.com/A")],
  ["a space at the end of the text", textRecord("x"), textRecord("x ")],
  ["the language", textRecord("x", "en"), textRecord("x", "de")],
  ["the type of the record", textRecord("https://a.b"), uriRecord("https://a.b")],
  ["one byte of data", mimeRecord("a/b", encode("x")), mimeRecord("a/b", encode("xx"))],
  ["the app", appRecord("a.b"), appRecord("a.c")],
  [
    "the title of a smart poster",
    smartPosterRecord({ uri: "https://a.b", title: "x" }),
    smartPosterRecord({ uri: "https://a.b", title: "y" }),
  ],
] as const)("records that differ by %s do not have the same meaning", (_, first, second) => {
  expect(haveSameMeaning([first], [second])).toBe(false);
});

test("an empty record means nothing, but a missing or swapped record changes the meaning", () => {
  const empty = createRecord(0, "", new Uint8Array());
  expect(haveSameMeaning([], [empty])).toBe(true);
  const twoRecords = [textRecord("a"), uriRecord("https://a.b")];
  expect(haveSameMeaning(twoRecords, twoRecords.slice(0, 1))).toBe(false);
  expect(haveSameMeaning(twoRecords, twoRecords.toReversed())).toBe(false);
});

const vectors = process.env.NFC_VECTORS;
if (!vectors)
  console.log("NFC_VECTORS is not set, so records are not compared with those that phones write.");

test.skipIf(!vectors)(
  "records are encoded canonically, and the vectors of phones have the same meaning",
  () => {
    const written = JSON.parse(readFileSync(`${vectors}/write.json`, "utf8")) as {
      name: string;
      kind: "uri" | "text";
      value: string;
      lang: string;
      canonicalHex: string;
    }[];
    for (const { name, kind, value, lang, canonicalHex } of written) {
      const ownRecord = kind === "uri" ? uriRecord(value) : textRecord(value, lang);
      expect(Buffer.from(encodeNdef([ownRecord])).toString("hex"), name).toBe(canonicalHex);
      const phoneMessage = parseNdef(Buffer.from(canonicalHex, "hex"));
      expect(phoneMessage.ok && haveSameMeaning([ownRecord], phoneMessage.records), name).toBe(
        true,
      );
    }
    expect(written.length).toBeGreaterThan(10);
  },
);

import { readFileSync } from "node:fs";
import {
  appRecord,
  externalRecord,
  mimeRecord,
  type NdefRecord,
  parseNdef,
  printNdef,
  smartPosterRecord,
  textRecord,
  uriRecord,
} from "@scanhook/tags";
import { expect, test } from "vitest";
import { sameContent } from "./same-meaning.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const record = (tnf: number, type: string, payload: Uint8Array): NdefRecord => ({
  tnf,
  type: bytes(type),
  id: new Uint8Array(),
  payload,
});

test.each([
  [
    "another prefix",
    uriRecord("https://www.example.com"),
    record(1, "U", bytes("\x04www.example.com")),
  ],
  ["the scheme in capitals", uriRecord("HTTPS://Example.com"), uriRecord("https://Example.com")],
  ["another case of the language", textRecord("x", "de-AT"), textRecord("x", "de-at")],
  ["no language", textRecord("x", ""), textRecord("x", "und")],
  ["UTF-16", textRecord("ä", "de"), record(1, "T", Uint8Array.of(0x82, 0x64, 0x65, 0x00, 0xe4))],
  [
    "a media type with a parameter",
    mimeRecord("text/vcard", bytes("x")),
    mimeRecord("Text/vCard; charset=utf-8", bytes("x")),
  ],
  [
    "another case of an own type",
    externalRecord("a.b:c", bytes("x")),
    record(4, "A.b:C", bytes("x")),
  ],
] as const)("%s says the same", (_, one, other) => {
  expect(sameContent([one], [other])).toBe(true);
});

test.each([
  ["another path", uriRecord("https://example.com/a"), uriRecord("https://example.com/A")],
  ["another text", textRecord("x"), textRecord("x ")],
  ["another language", textRecord("x", "en"), textRecord("x", "de")],
  ["a text in place of an address", textRecord("https://a.b"), uriRecord("https://a.b")],
  ["one byte more", mimeRecord("a/b", bytes("x")), mimeRecord("a/b", bytes("xx"))],
  ["another app", appRecord("a.b"), appRecord("a.c")],
  [
    "another title",
    smartPosterRecord({ uri: "https://a.b", title: "x" }),
    smartPosterRecord({ uri: "https://a.b", title: "y" }),
  ],
] as const)("%s says something else", (_, one, other) => {
  expect(sameContent([one], [other])).toBe(false);
});

test("a blank tag and one with an empty record say the same; a missing or swapped record does not", () => {
  const empty = record(0, "", new Uint8Array());
  expect(sameContent([], [empty])).toBe(true);
  const both = [textRecord("a"), uriRecord("https://a.b")];
  expect(sameContent(both, both.slice(0, 1))).toBe(false);
  expect(sameContent(both, both.toReversed())).toBe(false);
});

const vectors = process.env.NFC_VECTORS;
if (!vectors)
  console.log("NFC_VECTORS is not set: the vectors of what phones may write are not compared.");

test.skipIf(!vectors)("what is made means what the vectors say it must", () => {
  const written = JSON.parse(readFileSync(`${vectors}/write.json`, "utf8")) as {
    name: string;
    kind: "uri" | "text";
    value: string;
    lang: string;
    canonicalHex: string;
  }[];
  for (const { name, kind, value, lang, canonicalHex } of written) {
    const ours = kind === "uri" ? uriRecord(value) : textRecord(value, lang);
    expect(Buffer.from(printNdef([ours])).toString("hex"), name).toBe(canonicalHex);
    const theirs = parseNdef(Buffer.from(canonicalHex, "hex"));
    expect(theirs.ok && sameContent([ours], theirs.records), name).toBe(true);
  }
  expect(written.length).toBeGreaterThan(10);
});

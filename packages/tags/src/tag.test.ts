import fc from "fast-check";
import { expect, test } from "vitest";
import { mimeRecord, smartPosterRecord, textRecord, uriRecord } from "./ndef/make-records.ts";
import { encodeNdef, parseNdef } from "./ndef/message.ts";
import { spoolVectors } from "./spools/testing/vectors.ts";
import { parseTag } from "./tag.ts";
import { anyRecord } from "./testing/records.ts";
import { fromHex, messageVectors } from "./testing/vectors.ts";

test.each(messageVectors())("the content of $name is $content", ({ hex, content, error }) => {
  const reading = parseTag({ uid: "04a27f1b5e8000", message: fromHex(hex) });
  expect(reading.content).toBe(content ?? "");
  expect(reading.uid).toEqual(fromHex("04a27f1b5e8000"));
  expect(typeof reading.damage).toBe(error ? "string" : "undefined");
  expect(reading).not.toHaveProperty("tagType");
});

const emptyTextRecord = textRecord("");
const jsonRecord = mimeRecord("application/json", fromHex("7b7d"));

test.each([
  [
    "the first value of several",
    [jsonRecord, textRecord("one"), uriRecord("https://two.example")],
    "one",
  ],
  [
    "the URI after an empty text",
    [emptyTextRecord, uriRecord("https://two.example")],
    "https://two.example",
  ],
  [
    "the title of a smart poster without a URI",
    [smartPosterRecord({ uri: "", title: "Menu" })],
    "Menu",
  ],
  ["the text of a text/plain record", [mimeRecord("TEXT/plain", fromHex("6f6b"))], "ok"],
  ["JSON if no other record has a value", [jsonRecord, emptyTextRecord], "{}"],
  [
    "empty if no record has a value",
    [mimeRecord("application/cbor", fromHex("a0")), emptyTextRecord],
    "",
  ],
])("the content is %s", (_, records, content) => {
  expect(parseTag({ records }).content).toBe(content);
  expect(parseTag({ message: encodeNdef(records) }).content).toBe(content);
});

test.each([
  ["application/json", "efbbbf7b7d", "{}"],
  ["Application/JSON; charset=UTF-8", "7b22c3bc223a317d", '{"ü":1}'],
  ["application/json", "7b22fc223a317d", ""],
  ["application/json", "7b007d00", ""],
  ["application/json;charset=utf-16le", "7b7d", ""],
  ["application/ld+json", "7b7d", ""],
])("the content of %s with the bytes %s is %s", (mediaType, hex, content) => {
  expect(parseTag({ records: [mimeRecord(mediaType, fromHex(hex))] }).content).toBe(content);
});

test("a tag without a UID and a message has a reading", () => {
  expect(parseTag({})).toEqual({ uid: undefined, content: "", records: [] });
  expect(parseTag({ uid: "", message: new Uint8Array(0) })).toEqual({
    uid: undefined,
    content: "",
    records: [],
  });
});

/** An empty meta section and a main section with class FFF, type PLA and brand "Prusament". */
const spoolRecord = mimeRecord(
  "application/vnd.openprinttag",
  fromHex("a0a3080009000b6950727573616d656e74"),
);

test("an OpenPrintTag gives a structured reading whose default content is manufacturer and material", () => {
  const reading = parseTag({ uid: "e0040108662f6fbc", records: [spoolRecord] });
  expect(reading).toMatchObject({
    content: "Prusament PLA",
    tagType: "openPrintTag",
    structured: {
      material: "PLA",
      manufacturer: "Prusament",
      uuid: "bf63e92d-9ca5-53d7-9fab-ffdd0240c585",
    },
    openPrintTag: { main: { brand_name: "Prusament" } },
  });
  const withUri = parseTag({ records: [spoolRecord, uriRecord("https://spool.example/1")] });
  expect(withUri).toMatchObject({ content: "https://spool.example/1", tagType: "openPrintTag" });
});

test("derives no UUID from a random UID or from none", () => {
  for (const uid of ["08a27f1b", ""]) {
    expect(parseTag({ uid, records: [spoolRecord] }).structured).toEqual({
      material: "PLA",
      manufacturer: "Prusament",
    });
  }
});

test("a damaged OpenPrintTag gives a plain reading with the damage", () => {
  const brokenRecord = mimeRecord("application/vnd.openprinttag", fromHex("a0830102"));
  const reading = parseTag({ records: [textRecord("spool 7"), brokenRecord] });
  expect(reading).toMatchObject({ content: "spool 7", damage: expect.stringMatching(/\.$/) });
  expect(reading).not.toHaveProperty("tagType");
});

const openTag3D = (hex: string) => mimeRecord("application/opentag3d", fromHex(hex));

test("OpenTag3D and OpenSpool give a plain reading with a spool", () => {
  const { hex, spool } = spoolVectors[0]!;
  const reading = parseTag({ records: [openTag3D(hex)] });
  expect(reading).toMatchObject({ content: "", spool });
  const text = '{"protocol":"openspool","version":"1.0","type":"PLA","brand":"Generic"}';
  const openSpool = mimeRecord("application/json", new TextEncoder().encode(text));
  const other = parseTag({ records: [openSpool] });
  expect(other).toMatchObject({ content: text, spool: { format: "OpenSpool", material: "PLA" } });
  for (const each of [reading, other]) expect(each).not.toHaveProperty("tagType");
});

test("a tag with several spools has that of the OpenPrintTag, or else the first that is whole", () => {
  const { hex, spool } = spoolVectors[0]!;
  expect(parseTag({ records: [openTag3D(hex), spoolRecord] }).spool).toEqual({
    format: "OpenPrintTag",
    brand: "Prusament",
    material: "PLA",
    materialInFull: "Polylactic Acid",
    class: "Filament",
    colors: [],
    properties: [],
    problems: [],
  });
  const brokenRecord = mimeRecord("application/vnd.openprinttag", fromHex("a0830102"));
  const reading = parseTag({ records: [brokenRecord, openTag3D("0bb8"), openTag3D(hex)] });
  expect(reading).toMatchObject({ spool, damage: expect.stringMatching(/^The OpenPrintTag data/) });
  expect(parseTag({ records: [openTag3D("0bb8")] }).damage).toMatch(/OpenTag3D 3\.000/);
});

test("records and their encoded message give the same reading", () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 8 }), (records) => {
      expect(parseTag({ records })).toEqual(parseTag({ message: encodeNdef(records) }));
    }),
  );
});

test("any bytes give a reading, and a damaged message gives a sentence in damage", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.uint8Array({ maxLength: 300 }),
      (uid, message) => {
        const reading = parseTag({ uid, message });
        expect(typeof reading.content).toBe("string");
        if (!parseNdef(message).ok) expect(reading.damage).toMatch(/\.$/);
      },
    ),
  );
});

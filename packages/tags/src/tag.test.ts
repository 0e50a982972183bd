import fc from "fast-check";
import { expect, test } from "vitest";
import { anyRecord } from "./fixtures/records.ts";
import { bytesOf, messageVectors } from "./fixtures/vectors.ts";
import { mimeRecord, smartPosterRecord, textRecord, uriRecord } from "./ndef/make.ts";
import { parseNdef, printNdef } from "./ndef/message.ts";
import { readTag } from "./tag.ts";

test.each(messageVectors())("$name: the content is $content", ({ hex, content, error }) => {
  const reading = readTag({ uid: "04a27f1b5e8000", message: bytesOf(hex) });
  expect(reading.content).toBe(content ?? "");
  expect(reading.uid).toEqual(bytesOf("04a27f1b5e8000"));
  expect(typeof reading.damage).toBe(error ? "string" : "undefined");
  expect(reading).not.toHaveProperty("tagType");
});

const empty = textRecord("");
const json = mimeRecord("application/json", bytesOf("7b7d"));

test.each([
  ["the first of several", [json, textRecord("one"), uriRecord("https://two.example")], "one"],
  ["no empty text", [empty, uriRecord("https://two.example")], "https://two.example"],
  ["a smart poster's title without a URI", [smartPosterRecord({ uri: "", title: "Menu" })], "Menu"],
  ["a text file", [mimeRecord("TEXT/plain", bytesOf("6f6b"))], "ok"],
  ["nothing", [json, empty], ""],
])("content is %s", (_, records, content) => {
  expect(readTag({ records }).content).toBe(content);
  expect(readTag({ message: printNdef(records) }).content).toBe(content);
});

test("a tag without UID and message has a reading", () => {
  expect(readTag({})).toEqual({ uid: undefined, content: "", records: [] });
  expect(readTag({ uid: "", message: new Uint8Array(0) })).toEqual({
    uid: undefined,
    content: "",
    records: [],
  });
});

/** A meta section without entries and a main section: class FFF, type PLA, brand "Prusament". */
const spool = mimeRecord(
  "application/vnd.openprinttag",
  bytesOf("a0a3080009000b6950727573616d656e74"),
);

test("an OpenPrintTag is a structured reading, named by its maker and material when nothing else is", () => {
  const reading = readTag({ uid: "e0040108662f6fbc", records: [spool] });
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
  const named = readTag({ records: [spool, uriRecord("https://spool.example/1")] });
  expect(named).toMatchObject({ content: "https://spool.example/1", tagType: "openPrintTag" });
});

test("nothing lasting is derived from a UID that changes with every tap, or from none", () => {
  for (const uid of ["08a27f1b", ""]) {
    expect(readTag({ uid, records: [spool] }).structured).toEqual({
      material: "PLA",
      manufacturer: "Prusament",
    });
  }
});

test("a damaged OpenPrintTag is a plain reading that says so", () => {
  const broken = mimeRecord("application/vnd.openprinttag", bytesOf("a0830102"));
  const reading = readTag({ records: [textRecord("spool 7"), broken] });
  expect(reading).toMatchObject({ content: "spool 7", damage: expect.stringMatching(/\.$/) });
  expect(reading).not.toHaveProperty("tagType");
});

test("records read by a phone and the message of the same give the same reading", () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 8 }), (records) => {
      expect(readTag({ records })).toEqual(readTag({ message: printNdef(records) }));
    }),
  );
});

test("whatever bytes a tag holds, there is a reading", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.uint8Array({ maxLength: 300 }),
      (uid, message) => {
        const reading = readTag({ uid, message });
        expect(typeof reading.content).toBe("string");
        if (!parseNdef(message).ok) expect(reading.damage).toMatch(/\.$/);
      },
    ),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { anyRecord } from "../testing/records.ts";
import { fromHex, messageVectors, toHex } from "../testing/vectors.ts";
import { encodeNdef, type NdefRecord, parseNdef } from "./message.ts";

const vectors = messageVectors();
const sentencePattern =
  /^The NDEF message is damaged: .+\. Read the tag again, or write a new message to it\.$/;

test.each(vectors.filter(({ error }) => !error))("parses $name", ({ hex, records }) => {
  expect(parseNdef(fromHex(hex))).toEqual({
    ok: true,
    records: records.map(({ tnf, typeHex, idHex, payloadHex }) => ({
      tnf,
      type: fromHex(typeHex),
      id: fromHex(idHex),
      payload: fromHex(payloadHex),
    })),
  });
});

test.each(vectors.filter(({ error }) => error))("refuses $name with a sentence", ({ hex }) => {
  expect(parseNdef(fromHex(hex))).toEqual({
    ok: false,
    reason: expect.stringMatching(sentencePattern),
  });
});

test("encodes a message that was in its shortest form to the same bytes", () => {
  const shortestVectors = vectors.filter(
    ({ name, error }) => !error && !/chunked|zero-length-id|trailing/.test(name),
  );
  for (const { hex } of shortestVectors)
    expect(toHex(encodeNdef(parseRecords(fromHex(hex))))).toBe(hex);
});

test("any records survive a round trip", () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 12 }), (records) => {
      expect(parseRecords(encodeNdef(records))).toEqual(records);
    }),
  );
});

test("joins the chunks of a record, whatever their size", () => {
  fc.assert(
    fc.property(
      anyRecord.filter(({ tnf }) => tnf !== 0),
      fc.array(fc.nat(600), { maxLength: 8 }),
      (record, cutOffsets) => {
        expect(parseRecords(encodeInChunks(record, cutOffsets))).toEqual([record]);
      },
    ),
  );
});

function encodeInChunks({ tnf, type, id, payload }: NdefRecord, cutOffsets: number[]): Uint8Array {
  const ends = [...cutOffsets.map((cut) => Math.min(cut, payload.length)), payload.length];
  ends.sort((a, b) => a - b);
  const pieces = ends.map((end, index) => {
    const isFirst = index === 0;
    const isLast = index === ends.length - 1;
    const chunk = payload.subarray(ends[index - 1] ?? 0, end);
    const flags = (isFirst ? 0x88 : 0) | (isLast ? 0x40 : 0x20) | (isFirst ? tnf : 6);
    const header = Buffer.alloc(isFirst ? 7 : 6);
    header.set([flags, isFirst ? type.length : 0]);
    header.writeUInt32BE(chunk.length, 2);
    if (isFirst) header[6] = id.length;
    return isFirst ? [header, type, id, chunk] : [header, chunk];
  });
  return Buffer.concat(pieces.flat());
}

test("any bytes give a refusal with a sentence or records that survive a round trip", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.uint8Array({ maxLength: 60 }).map((rest) => Uint8Array.of(0xd1, ...rest)),
  );
  fc.assert(
    fc.property(bytes, (message) => {
      const parsed = parseNdef(message);
      if (!parsed.ok) expect(parsed.reason).toMatch(sentencePattern);
      else expect(parseRecords(encodeNdef(parsed.records))).toEqual(parsed.records);
    }),
  );
});

test("records do not share their bytes with the message they were parsed from", () => {
  const bytes = Buffer.from("d1010c55046578616d706c652e636f6d", "hex");
  const [record] = parseRecords(bytes);
  bytes.fill(0);
  expect(record?.payload).toEqual(fromHex("046578616d706c652e636f6d"));
});

test("parses and encodes up to 128 records", () => {
  const noBytes = new Uint8Array(0);
  const emptyRecord = { tnf: 0, type: noBytes, id: noBytes, payload: noBytes };
  const records = Array.from({ length: 128 }, () => emptyRecord);
  expect(parseRecords(encodeNdef(records))).toHaveLength(128);
  expect(() => encodeNdef([...records, emptyRecord])).toThrow(RangeError);
  // Empty records of 3 bytes: flags, type length, payload length. 0x90 is the first, 0x50 the last.
  const middleRecords = Array.from({ length: 127 }, () => [0x10, 0, 0]);
  const tooMany = Uint8Array.from([[0x90, 0, 0], ...middleRecords, [0x50, 0, 0]].flat());
  expect(parseNdef(tooMany)).toEqual({ ok: false, reason: expect.stringMatching(sentencePattern) });
});

test.each([
  { tnf: 6 },
  { tnf: 8 },
  { tnf: -1 },
  { tnf: 1.5 },
  { tnf: 1, type: new Uint8Array(256) },
  { tnf: 1, id: new Uint8Array(256) },
  { tnf: 0, payload: new Uint8Array(1) },
  { tnf: 5, type: new Uint8Array(1) },
])("refuses to encode a record that no message can hold: %o", (invalid) => {
  const noBytes = new Uint8Array(0);
  expect(() => encodeNdef([{ type: noBytes, id: noBytes, payload: noBytes, ...invalid }])).toThrow(
    RangeError,
  );
});

function parseRecords(bytes: Uint8Array): NdefRecord[] {
  const parsed = parseNdef(bytes);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.records;
}

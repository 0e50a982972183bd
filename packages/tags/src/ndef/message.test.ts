import fc from "fast-check";
import { expect, test } from "vitest";
import { anyRecord } from "../fixtures/records.ts";
import { bytesOf, hexOf, messageVectors } from "../fixtures/vectors.ts";
import { type NdefRecord, parseNdef, printNdef } from "./message.ts";

const vectors = messageVectors();
const sentence = /^The NDEF message is damaged: .+\. Read the tag again, or write it anew\.$/;

test.each(vectors.filter(({ error }) => !error))("$name is read", ({ hex, records }) => {
  expect(parseNdef(bytesOf(hex))).toEqual({
    ok: true,
    records: records.map(({ tnf, typeHex, idHex, payloadHex }) => ({
      tnf,
      type: bytesOf(typeHex),
      id: bytesOf(idHex),
      payload: bytesOf(payloadHex),
    })),
  });
});

test.each(vectors.filter(({ error }) => error))("$name is refused with a sentence", ({ hex }) => {
  expect(parseNdef(bytesOf(hex))).toEqual({ ok: false, reason: expect.stringMatching(sentence) });
});

test("a message in its shortest form is printed as it was read", () => {
  const shortest = vectors.filter(
    ({ name, error }) => !error && !/chunked|zero-length-id|trailing/.test(name),
  );
  for (const { hex } of shortest) expect(hexOf(printNdef(read(bytesOf(hex))))).toBe(hex);
});

test("what is printed is read again", () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 12 }), (records) => {
      expect(read(printNdef(records))).toEqual(records);
    }),
  );
});

test("a record is the same in one piece and in chunks of any size", () => {
  fc.assert(
    fc.property(
      anyRecord.filter(({ tnf }) => tnf !== 0),
      fc.array(fc.nat(600), { maxLength: 8 }),
      (record, cuts) => {
        expect(read(inChunks(record, cuts))).toEqual([record]);
      },
    ),
  );
});

function inChunks({ tnf, type, id, payload }: NdefRecord, cuts: number[]): Uint8Array {
  const ends = [...cuts.map((cut) => Math.min(cut, payload.length)), payload.length];
  ends.sort((one, other) => one - other);
  const pieces = ends.map((end, index) => {
    const first = index === 0;
    const last = index === ends.length - 1;
    const part = payload.subarray(ends[index - 1] ?? 0, end);
    const flags = (first ? 0x88 : 0) | (last ? 0x40 : 0x20) | (first ? tnf : 6);
    const header = Buffer.alloc(first ? 7 : 6);
    header.set([flags, first ? type.length : 0]);
    header.writeUInt32BE(part.length, 2);
    if (first) header[6] = id.length;
    return first ? [header, type, id, part] : [header, part];
  });
  return Buffer.concat(pieces.flat());
}

test("any bytes give records or a sentence, and records are printed and read alike", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.uint8Array({ maxLength: 60 }).map((rest) => Uint8Array.of(0xd1, ...rest)),
  );
  fc.assert(
    fc.property(bytes, (given) => {
      const parsed = parseNdef(given);
      if (!parsed.ok) expect(parsed.reason).toMatch(sentence);
      else expect(read(printNdef(parsed.records))).toEqual(parsed.records);
    }),
  );
});

test("records are the caller's own, whatever becomes of the bytes they were read from", () => {
  const bytes = Buffer.from("d1010c55046578616d706c652e636f6d", "hex");
  const [record] = read(bytes);
  bytes.fill(0);
  expect(record?.payload).toEqual(bytesOf("046578616d706c652e636f6d"));
});

test("a message holds 128 records and no more", () => {
  const nothing = new Uint8Array(0);
  const empty = { tnf: 0, type: nothing, id: nothing, payload: nothing };
  const most = Array.from({ length: 128 }, () => empty);
  expect(read(printNdef(most))).toHaveLength(128);
  expect(() => printNdef([...most, empty])).toThrow(RangeError);
  const more = Uint8Array.from({ length: 129 * 3 }, (_, at) =>
    at === 0 ? 0x90 : at === 128 * 3 ? 0x50 : at % 3 === 0 ? 0x10 : 0,
  );
  expect(parseNdef(more)).toEqual({ ok: false, reason: expect.stringMatching(sentence) });
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
])("a record that no message can hold is not printed: %o", (wrong) => {
  const nothing = new Uint8Array(0);
  expect(() => printNdef([{ type: nothing, id: nothing, payload: nothing, ...wrong }])).toThrow(
    RangeError,
  );
});

function read(bytes: Uint8Array): NdefRecord[] {
  const parsed = parseNdef(bytes);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.records;
}

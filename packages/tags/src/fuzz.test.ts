import { expect, test } from "vitest";
import { readType2, writeType2 } from "./memory/type2.ts";
import { readType4Container } from "./memory/type4.ts";
import { readType5, writeType5 } from "./memory/type5.ts";
import { mimeRecord } from "./ndef/make-records.ts";
import { encodeNdef, type NdefRecord, parseNdef } from "./ndef/message.ts";
import { ownVectors as openPrintTags } from "./openprinttag/testing/vectors.ts";
import { spoolVectors } from "./spools/testing/vectors.ts";
import { parseTag } from "./tag.ts";
import { createRandom } from "./testing/random.ts";
import {
  fromHex,
  type MemoryVector,
  messageVectors,
  readFixture,
  toHex,
} from "./testing/vectors.ts";

const messages = [
  ...messageVectors().map(({ hex }) => fromHex(hex)),
  ...openPrintTags.map(({ payloadHex }) =>
    encodeNdef([mimeRecord("application/vnd.openprinttag", fromHex(payloadHex))]),
  ),
  ...spoolVectors.flatMap(({ kind, hex }) =>
    kind === "openTag3D" ? [encodeNdef([mimeRecord("application/opentag3d", fromHex(hex))])] : [],
  ),
];
const memories = readFixture<MemoryVector[]>("tag-memory.json").map(({ memoryHex }) =>
  fromHex(memoryHex),
);

/** `FUZZ_SEED=<n>` repeats the cases of a run that failed. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));

test("parses 10,000 damaged tags or refuses them with a sentence", () => {
  const random = createRandom(seed);
  for (let round = 0; round < 10_000; round++) {
    const message = damageSample(messages, random);
    const memory = damageSample(memories, random);
    try {
      checkReadingAndWriting(message, memory);
    } catch (cause) {
      const bytes = `message ${toHex(message)}, memory ${toHex(memory)}`;
      throw new Error(`FUZZ_SEED=${seed}, round ${round}: ${bytes}`, { cause });
    }
  }
});

function checkReadingAndWriting(message: Uint8Array, memory: Uint8Array): void {
  const reading = parseTag({ uid: memory.subarray(0, 8), message });
  expect(typeof reading.content).toBe("string");
  for (const { value } of reading.records) {
    if (value.kind === "damaged") expect(value.reason).toMatch(/\.$/);
  }
  const parsed = parseNdef(message);
  if (parsed.ok) expect(parseNdef(encodeNdef(parsed.records))).toEqual(parsed);
  else expect(reading.damage).toMatch(/\.$/);
  readType4Container(memory);
  for (const [read, write] of [
    [readType2, writeType2],
    [readType5, writeType5],
  ] as const) {
    const result = read(memory);
    if (result.kind === "more") expect(result.length).toBeGreaterThan(memory.length);
    const writeResult = write(memory, message);
    if (!writeResult.ok) expect(writeResult.reason).toMatch(/\.$/);
    else if (message.length > 0) {
      expect(read(writeResult.memory)).toMatchObject({ kind: "ndef", message });
    }
  }
}

/**
 * Returns a random sample with some bytes changed, deleted, repeated, cut off or taken from another
 * sample.
 */
function damageSample(samples: Uint8Array[], random: (limit: number) => number): Uint8Array {
  let bytes = [...samples[random(samples.length)]!];
  for (let change = random(4); change >= 0; change--) {
    const offset = random(bytes.length + 1);
    const count = random(8);
    const kind = random(6);
    if (kind === 0) bytes[offset] = random(256);
    else if (kind === 1) bytes[offset] = (bytes[offset] ?? 0) ^ (1 << random(8));
    else if (kind === 2) bytes.splice(offset, count);
    else if (kind === 3) bytes.splice(offset, 0, ...bytes.slice(offset, offset + count));
    else if (kind === 4) bytes = bytes.slice(0, offset);
    else bytes = [...bytes.slice(0, offset), ...samples[random(samples.length)]!.subarray(offset)];
  }
  return Uint8Array.from(bytes);
}

const messageLength = 64 * 1024;
/**
 * About fifty times the usual duration, and far below the duration of an algorithm with quadratic
 * time.
 */
const maxMs = 100;

test.each([
  ["random bytes", Uint8Array.from({ length: messageLength }, createByteGenerator())],
  ["empty records without a last one", repeatBytes([0x10, 0, 0], 0x90)],
  ["empty chunks", repeatBytes([0x36, 0, 0], 0xb1)],
  ["empty text records", repeatBytes([0x11, 1, 1, 0x54, 0], 0x91)],
  ["smart posters full of empty titles", encodeSmartPosters()],
  ["nested smart posters", encodeNestedSmartPosters()],
  ["a long text", encodeNdef([createRecord("T", repeatBytes([0x7a], 0x02))])],
  [
    "a long text in broken UTF-16",
    encodeNdef([createRecord("T", repeatBytes([0xd8, 0x00], 0x82))]),
  ],
  [
    "Wi-Fi attributes without values",
    encodeNdef([mimeRecord("application/vnd.wfa.wsc", repeatBytes([0x10, 0x45, 0, 0], 0x10))]),
  ],
  [
    "CBOR arrays nested more than 10,000 levels deep",
    encodeOpenPrintTag(repeatBytes([0x81], 0xa0)),
  ],
  ["CBOR maps that never end", encodeOpenPrintTag(repeatBytes([0xbf, 0x00], 0xa0))],
  ["CBOR strings that never end", encodeOpenPrintTag(repeatBytes([0x5f, 0x40], 0xa0))],
  ["a CBOR map of many keys", encodeOpenPrintTag(repeatBytes([0x18, 0x64, 0x00], 0xa0))],
  [
    "a CBOR map that claims 4 billion entries",
    encodeOpenPrintTag(repeatBytes([0xba, 0xff, 0xff, 0xff, 0xff], 0xa0)),
  ],
])("parses 64 kB of %s within 100 ms", (_, message) => {
  expect(measureFastestMs(() => parseTag({ message }))).toBeLessThan(maxMs);
});

test.each([
  ["random bytes", Uint8Array.from({ length: messageLength }, createByteGenerator())],
  ["NULL blocks", repeatBytes([0x00], 0x00)],
  ["control blocks", repeatBytes([0x01, 3, 0x60, 0, 0x02], 0x01)],
  ["proprietary blocks", repeatBytes([0xfd, 0], 0xfd)],
  ["a message that never ends", repeatBytes([0x03, 0xff, 0xff, 0xfe], 0x03)],
])("reads 64 kB of tag memory with %s within 100 ms", (_, data) => {
  const type2 = Uint8Array.from([...new Uint8Array(12), 0xe1, 0x10, 0xff, 0, ...data]);
  const type5 = Uint8Array.from([0xe2, 0x40, 0, 1, 0, 0, 0xff, 0xff, ...data]);
  expect(measureFastestMs(() => readType2(type2))).toBeLessThan(maxMs);
  expect(measureFastestMs(() => readType5(type5))).toBeLessThan(maxMs);
});

/** Returns the duration of the fastest of several runs, so that a busy machine fails no test. */
function measureFastestMs(run: () => unknown): number {
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

function createByteGenerator(): () => number {
  const random = createRandom(seed);
  return () => random(256);
}

function repeatBytes(unit: number[], first: number): Uint8Array {
  const bytes = Uint8Array.from(
    { length: messageLength },
    (_, index) => unit[index % unit.length]!,
  );
  bytes[0] = first;
  return bytes;
}

function createRecord(type: string, payload: Uint8Array): NdefRecord {
  return { tnf: 1, type: new TextEncoder().encode(type), id: new Uint8Array(0), payload };
}

function encodeSmartPosters(): Uint8Array {
  const title = createRecord("T", Uint8Array.of(0));
  const inner = encodeNdef(Array.from({ length: 32 }, () => title));
  return encodeNdef(Array.from({ length: 128 }, () => createRecord("Sp", inner)));
}

function encodeNestedSmartPosters(): Uint8Array {
  let payload = new Uint8Array(0);
  while (payload.length < messageLength)
    payload = new Uint8Array(encodeNdef([createRecord("Sp", payload)]));
  return payload;
}

function encodeOpenPrintTag(payload: Uint8Array): Uint8Array {
  return encodeNdef([mimeRecord("application/vnd.openprinttag", payload)]);
}

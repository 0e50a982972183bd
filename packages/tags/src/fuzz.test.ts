import { expect, test } from "vitest";
import { createRandom } from "./fixtures/random.ts";
import { bytesOf, fixture, hexOf, type MemoryVector, messageVectors } from "./fixtures/vectors.ts";
import { layType2, readType2 } from "./memory/type2.ts";
import { readType4Container } from "./memory/type4.ts";
import { layType5, readType5 } from "./memory/type5.ts";
import { mimeRecord } from "./ndef/make.ts";
import { type NdefRecord, parseNdef, printNdef } from "./ndef/message.ts";
import { ownVectors as openPrintTags } from "./openprinttag/testing/vectors.ts";
import { readTag } from "./tag.ts";

const messages = [
  ...messageVectors().map(({ hex }) => bytesOf(hex)),
  ...openPrintTags.map(({ payloadHex }) =>
    printNdef([mimeRecord("application/vnd.openprinttag", bytesOf(payloadHex))]),
  ),
];
const memories = fixture<MemoryVector[]>("tag-memory.json").map(({ memoryHex }) =>
  bytesOf(memoryHex),
);

/** `FUZZ_SEED=<n>` runs one that failed again. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));

test("damaged tags, one after the other: each gives a value or a sentence", () => {
  const random = createRandom(seed);
  for (let round = 0; round < 10_000; round++) {
    const message = damage(messages, random);
    const memory = damage(memories, random);
    try {
      readAll(message, memory);
    } catch (cause) {
      const bytes = `message ${hexOf(message)}, memory ${hexOf(memory)}`;
      throw new Error(`FUZZ_SEED=${seed}, round ${round}: ${bytes}`, { cause });
    }
  }
});

function readAll(message: Uint8Array, memory: Uint8Array): void {
  const reading = readTag({ uid: memory.subarray(0, 8), message });
  expect(typeof reading.content).toBe("string");
  for (const { value } of reading.records) {
    if (value.kind === "damaged") expect(value.reason).toMatch(/\.$/);
  }
  const parsed = parseNdef(message);
  if (parsed.ok) expect(parseNdef(printNdef(parsed.records))).toEqual(parsed);
  else expect(reading.damage).toMatch(/\.$/);
  readType4Container(memory);
  for (const [read, lay] of [
    [readType2, layType2],
    [readType5, layType5],
  ] as const) {
    const place = read(memory);
    if (place.kind === "more") expect(place.length).toBeGreaterThan(memory.length);
    const laid = lay(memory, message);
    if (!laid.ok) expect(laid.reason).toMatch(/\.$/);
    else if (message.length > 0) expect(read(laid.memory)).toMatchObject({ kind: "ndef", message });
  }
}

/** One of the samples with some of its bytes changed, moved, dropped, doubled, or mixed with another sample. */
function damage(samples: Uint8Array[], random: (below: number) => number): Uint8Array {
  let bytes = [...samples[random(samples.length)]!];
  for (let change = random(4); change >= 0; change--) {
    const at = random(bytes.length + 1);
    const count = random(8);
    const kind = random(6);
    if (kind === 0) bytes[at] = random(256);
    else if (kind === 1) bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
    else if (kind === 2) bytes.splice(at, count);
    else if (kind === 3) bytes.splice(at, 0, ...bytes.slice(at, at + count));
    else if (kind === 4) bytes = bytes.slice(0, at);
    else bytes = [...bytes.slice(0, at), ...samples[random(samples.length)]!.subarray(at)];
  }
  return Uint8Array.from(bytes);
}

const size = 64 * 1024;
/** Some fifty times what it takes here, and far from what work that grows with the square of the bytes would take. */
const atOnceMs = 100;

test.each([
  ["random bytes", Uint8Array.from({ length: size }, randomByte())],
  ["empty records without an end", repeated([0x10, 0, 0], 0x90)],
  ["chunks of nothing", repeated([0x36, 0, 0], 0xb1)],
  ["text records of nothing", repeated([0x11, 1, 1, 0x54, 0], 0x91)],
  ["smart posters full of empty titles", posters()],
  ["smart posters in smart posters", nested()],
  ["a long text", printNdef([record("T", repeated([0x7a], 0x02))])],
  ["a long text in broken UTF-16", printNdef([record("T", repeated([0xd8, 0x00], 0x82))])],
  [
    "Wi-Fi attributes without values",
    printNdef([mimeRecord("application/vnd.wfa.wsc", repeated([0x10, 0x45, 0, 0], 0x10))]),
  ],
  ["CBOR arrays nested 10,000 deep and more", openPrintTag(repeated([0x81], 0xa0))],
  ["CBOR maps without an end", openPrintTag(repeated([0xbf, 0x00], 0xa0))],
  ["CBOR strings without an end", openPrintTag(repeated([0x5f, 0x40], 0xa0))],
  ["a CBOR map of many keys", openPrintTag(repeated([0x18, 0x64, 0x00], 0xa0))],
  [
    "a CBOR map that claims 4 billion entries",
    openPrintTag(repeated([0xba, 0xff, 0xff, 0xff, 0xff], 0xa0)),
  ],
])("64 kB of %s are read at once", (_, message) => {
  expect(fastest(() => readTag({ message }))).toBeLessThan(atOnceMs);
});

test.each([
  ["random bytes", Uint8Array.from({ length: size }, randomByte())],
  ["blocks of nothing", repeated([0x00], 0x00)],
  ["control blocks", repeated([0x01, 3, 0x60, 0, 0x02], 0x01)],
  ["blocks of a maker", repeated([0xfd, 0], 0xfd)],
  ["a message without an end", repeated([0x03, 0xff, 0xff, 0xfe], 0x03)],
])("64 kB of tag memory with %s are read at once", (_, data) => {
  const type2 = Uint8Array.from([...new Uint8Array(12), 0xe1, 0x10, 0xff, 0, ...data]);
  const type5 = Uint8Array.from([0xe2, 0x40, 0, 1, 0, 0, 0xff, 0xff, ...data]);
  expect(fastest(() => readType2(type2))).toBeLessThan(atOnceMs);
  expect(fastest(() => readType5(type5))).toBeLessThan(atOnceMs);
});

/** Of several runs, so that a busy machine is not held against the code. */
function fastest(work: () => unknown): number {
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

function randomByte(): () => number {
  const random = createRandom(seed);
  return () => random(256);
}

function repeated(unit: number[], first: number): Uint8Array {
  const bytes = Uint8Array.from({ length: size }, (_, at) => unit[at % unit.length]!);
  bytes[0] = first;
  return bytes;
}

function record(type: string, payload: Uint8Array): NdefRecord {
  return { tnf: 1, type: new TextEncoder().encode(type), id: new Uint8Array(0), payload };
}

function posters(): Uint8Array {
  const title = record("T", Uint8Array.of(0));
  const inner = printNdef(Array.from({ length: 32 }, () => title));
  return printNdef(Array.from({ length: 128 }, () => record("Sp", inner)));
}

function nested(): Uint8Array {
  let payload = new Uint8Array(0);
  while (payload.length < size) payload = new Uint8Array(printNdef([record("Sp", payload)]));
  return payload;
}

function openPrintTag(payload: Uint8Array): Uint8Array {
  return printNdef([mimeRecord("application/vnd.openprinttag", payload)]);
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { fromHex, type MemoryVector, readFixture, toHex } from "../testing/vectors.ts";
import type { NdefReadResult } from "./results.ts";
import { readType2, writeType2 } from "./type2.ts";
import { readType5, writeType5 } from "./type5.ts";

const vectors = readFixture<MemoryVector[]>("tag-memory.json");
const tagTypes = {
  t2: { read: readType2, write: writeType2 },
  t5: { read: readType5, write: writeType5 },
};
const sentencePattern = /^[A-Z].+\.$/;

test.each(vectors)(
  "reads the memory of $name",
  ({ name, tagType, memoryHex, ndefHex, writable = true, error }) => {
    const result = tagTypes[tagType].read(fromHex(memoryHex));
    if (error)
      return expect(result).toEqual({
        kind: "damaged",
        reason: expect.stringMatching(sentencePattern),
      });
    if (name.includes("unformatted")) return expect(result).toEqual({ kind: "unformatted" });
    const room = { capacity: expect.any(Number), writable };
    expect(result).toEqual(
      ndefHex ? { kind: "ndef", message: fromHex(ndefHex), ...room } : { kind: "blank", ...room },
    );
  },
);

test("repeatedly reading the length that `more` names ends with the result of the whole memory", () => {
  for (const { tagType, memoryHex } of vectors) {
    const { read } = tagTypes[tagType];
    const memory = fromHex(memoryHex);
    let length = 0;
    let result: NdefReadResult = { kind: "more", length: 1 };
    while (result.kind === "more") {
      expect(result.length).toBeGreaterThan(length);
      length = result.length;
      result = read(memory.subarray(0, length));
    }
    expect(result).toEqual(read(memory));
    expect(length).toBeLessThanOrEqual(memory.length);
  }
});

const headerPagesHex = "04a27f511b5e8000c5480000";
const createType2Memory = (container: string, data: string, header = headerPagesHex) =>
  fromHex(header + container + data);
const linkMessageHex = "d1010c55046578616d706c652e636f6d";

test.each([
  ["a new NTAG213", 137, createType2Memory("e1101200", `0103a00c340300fe${"00".repeat(136)}`)],
  ["a new NTAG215", 492, createType2Memory("e1103e00", `0300fe${"00".repeat(493)}`)],
  ["a new NTAG216", 868, createType2Memory("e1106d00", `0300fe${"00".repeat(869)}`)],
  ["an area of zeros", 46, createType2Memory("e1100600", "00".repeat(48))],
  [
    "an area of 256 bytes, too small for the longer header of 255 bytes,",
    254,
    createType2Memory("e1102000", `0300fe${"00".repeat(253)}`),
  ],
  ["an area of size 0", 0, createType2Memory("e1100000", "")],
])("%s has room for a message of %i bytes", (_, capacity, memory) => {
  expect(readType2(memory)).toEqual({ kind: "blank", capacity, writable: true });
  const writeResult = writeType2(memory, new Uint8Array(capacity).fill(0xd1));
  if (capacity > 0) {
    expect(writeResult.ok && readType2(writeResult.memory)).toMatchObject({ kind: "ndef" });
  }
  expect(writeType2(memory, new Uint8Array(capacity + 1))).toEqual({
    ok: false,
    reason: expect.stringContaining(`room for ${capacity}`),
  });
});

test.each([
  ["a Memory Control TLV (4 bytes from page 6 on)", "0203600402", 24, 28],
  ["a Lock Control TLV (11 bits from the second byte of page 6 on)", "0103610b32", 25, 27],
])("the bytes reserved by %s are neither read nor written", (_, control, from, to) => {
  const writeResult = writeType2(
    createType2Memory("e1100600", `${control}${"ee".repeat(43)}`),
    fromHex(linkMessageHex),
  );
  if (!writeResult.ok) throw new Error(writeResult.reason);
  expect(readType2(writeResult.memory)).toMatchObject({
    kind: "ndef",
    message: fromHex(linkMessageHex),
  });
  const data = `${control}0310${linkMessageHex}fe`;
  // Two hexadecimal digits a byte, counted from byte 16, where the data starts.
  const gapOffset = 2 * (from - 16);
  const dataWithGap = data.slice(0, gapOffset) + "ee".repeat(to - from) + data.slice(gapOffset);
  expect(toHex(writeResult.memory)).toBe(
    `${headerPagesHex}e1100600${dataWithGap}`.padEnd(2 * 64, "e"),
  );
});

test("writes a message in place of the old one and keeps all blocks before it", () => {
  const memory = createType2Memory(
    "e1101200",
    `0103a00c3400fd02abcd0310${linkMessageHex}fe`.padEnd(288, "0"),
  );
  const writeResult = writeType2(memory, fromHex("d101035402656e"));
  expect(writeResult.ok && toHex(writeResult.memory)).toBe(
    `${headerPagesHex}e11012000103a00c3400fd02abcd0307d101035402656efe${linkMessageHex.slice(16)}fe`.padEnd(
      320,
      "0",
    ),
  );
});

test("overwrites a damaged message", () => {
  for (const { tagType, memoryHex } of vectors.filter(({ error }) => error)) {
    const { read, write } = tagTypes[tagType];
    const writeResult = write(fromHex(memoryHex), fromHex("d00000"));
    expect(writeResult.ok && read(writeResult.memory)).toMatchObject({ kind: "ndef" });
  }
});

test("asks for more memory if the message and its terminator reach beyond the part that was read", () => {
  const memory = createType2Memory("e1101200", "0300fe00");
  const message = new Uint8Array(40);
  expect(writeType2(memory, message)).toEqual({
    ok: false,
    reason: expect.stringMatching(sentencePattern),
    // Header pages, type and length, message, terminator.
    more: 16 + 2 + 40 + 1,
  });
  expect(writeType2(memory.subarray(0, 8), message)).toMatchObject({ ok: false, more: 16 });
  expect(writeType5(fromHex("e140"), message)).toMatchObject({ ok: false, more: 4 });
});

test("recognizes tags that are not formatted for NDEF and writes nothing to them", () => {
  const refusal = { ok: false, reason: expect.stringContaining("not formatted for NDEF") };
  expect(readType2(new Uint8Array(64))).toEqual({ kind: "unformatted" });
  expect(writeType2(new Uint8Array(64), fromHex("d00000"))).toEqual(refusal);
  expect(readType5(new Uint8Array(64))).toEqual({ kind: "unformatted" });
  expect(writeType5(new Uint8Array(64), fromHex("d00000"))).toEqual(refusal);
});

test.each([
  ["a capability container of 4 bytes", "e1402701", 312],
  ["a capability container of 8 bytes", "e240000100000027", 312],
  ["the largest possible data area", "e24000010000ffff", 8 * 0xffff],
])("reads and writes Type 5 memory with %s", (_, container, area) => {
  const memory = new Uint8Array(container.length / 2 + area);
  memory.set(fromHex(`${container}0300fe`));
  // The header of a long message takes 4 bytes, and its length field ends at 0xfffe.
  const capacity = Math.min(area - 4, 0xfffe);
  expect(readType5(memory)).toEqual({ kind: "blank", capacity, writable: true });
  const message = new Uint8Array(capacity).fill(0xd1);
  const writeResult = writeType5(memory, message);
  expect(writeResult.ok && readType5(writeResult.memory)).toMatchObject({ kind: "ndef", message });
});

test("does not write to a tag that its capability container or its lock bytes lock", () => {
  const data = `0300fe${"00".repeat(45)}`;
  for (const [container, header] of [
    ["e110060f", "04a27f511b5e8000c5480000"],
    ["e1100600", "04a27f511b5e8000c548ff00"],
    ["e1100600", "04a27f511b5e8000c5480001"],
  ] as const) {
    const memory = createType2Memory(container, data, header);
    expect(readType2(memory)).toMatchObject({ kind: "blank", writable: false });
    expect(writeType2(memory, fromHex("d00000"))).toEqual({
      ok: false,
      reason: expect.stringContaining("read-only"),
    });
  }
  expect(readType5(fromHex("e14306010300fe"))).toMatchObject({ writable: false });
});

const anyBlock = fc.oneof(
  fc.constant([0x00]),
  fc
    .tuple(fc.constantFrom(0x01, 0x02), fc.nat(255), fc.nat(20), fc.nat(255))
    .map(([type, ...value]) => [type, 3, ...value]),
  fc
    .uint8Array({ maxLength: 300 })
    .map(({ length }) => (length < 255 ? [0xfd, length] : [0xfd, 0xff, 1, length - 256]))
    .filter((bytes) => bytes.every((byte) => byte >= 0)),
  fc.uint8Array({ maxLength: 12 }).map((bytes) => [...bytes]),
);

const anyType2Memory = fc
  .tuple(fc.array(anyBlock, { maxLength: 6 }), fc.nat(255), fc.nat(2100))
  .map(([blocks, units, length]) => {
    const memory = new Uint8Array(16 + length);
    memory.set(
      [
        ...createType2Memory(`e110${units.toString(16).padStart(2, "0")}00`, ""),
        ...blocks.flat(),
      ].slice(0, memory.length),
    );
    return memory;
  });

const anyType5Memory = fc
  .tuple(fc.array(anyBlock, { maxLength: 6 }), fc.nat(600), fc.nat(4000))
  .map(([blocks, units, length]) => {
    const longContainer = [0xe1, 0x40, 0, 1, 0, 0, units >> 8, units & 0xff];
    const container = units > 0 && units < 256 ? [0xe1, 0x40, units, 1] : longContainer;
    const memory = new Uint8Array(container.length + length);
    memory.set([...container, ...blocks.flat()].slice(0, memory.length));
    return memory;
  });

test.each([
  ["Type 2", readType2, writeType2, anyType2Memory],
  ["Type 5", readType5, writeType5, anyType5Memory],
] as const)(
  "a message written to any %s memory reads back, or the refusal says why",
  (_, read, write, memories) => {
    const message = fc.uint8Array({ minLength: 1, maxLength: 700 });
    fc.assert(
      fc.property(memories, message, (memory, message) => {
        const before = read(memory);
        const writeResult = write(memory, message);
        if (writeResult.ok) {
          expect(writeResult.memory).toHaveLength(memory.length);
          expect(read(writeResult.memory)).toMatchObject({ kind: "ndef", message });
        } else {
          expect(writeResult.reason).toMatch(sentencePattern);
          if (writeResult.more) expect(writeResult.more).toBeGreaterThan(memory.length);
          if (writeResult.more && read === readType2) {
            expect(writeResult.more).toBeLessThanOrEqual(16 + 8 * 255);
          }
        }
        if (before.kind !== "ndef" && before.kind !== "blank") return;
        const fits = message.length <= before.capacity;
        expect(writeResult.ok || "more" in writeResult).toBe(fits);
        const after = writeResult.ok && read(writeResult.memory);
        if (after && after.kind === "ndef") expect(after.capacity).toBe(before.capacity);
      }),
    );
  },
);

test("any memory gives a result, and more always asks for a longer memory", () => {
  const start = fc.constantFrom(
    "",
    "e140",
    "e1402701",
    "e2400001000001ff",
    `${headerPagesHex}e1101200`,
  );
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      const memory = Uint8Array.from([...fromHex(start), ...rest]);
      for (const { read } of Object.values(tagTypes)) {
        const result = read(memory);
        if (result.kind === "more") expect(result.length).toBeGreaterThan(memory.length);
        if (result.kind === "damaged") expect(result.reason).toMatch(sentencePattern);
      }
    }),
  );
});

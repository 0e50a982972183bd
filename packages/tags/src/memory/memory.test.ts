import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf, fixture, hexOf, type MemoryVector } from "../fixtures/vectors.ts";
import type { NdefPlace } from "./ndef-place.ts";
import { layType2, readType2 } from "./type2.ts";
import { layType5, readType5 } from "./type5.ts";

const vectors = fixture<MemoryVector[]>("tag-memory.json");
const ways = {
  t2: { read: readType2, lay: layType2 },
  t5: { read: readType5, lay: layType5 },
};
const sentence = /^[A-Z].+\.$/;

test.each(vectors)("$name", ({ name, tagType, memoryHex, ndefHex, writable = true, error }) => {
  const place = ways[tagType].read(bytesOf(memoryHex));
  if (error)
    return expect(place).toEqual({ kind: "damaged", reason: expect.stringMatching(sentence) });
  if (name.includes("unformatted")) return expect(place).toEqual({ kind: "unformatted" });
  const rest = { capacity: expect.any(Number), writable };
  expect(place).toEqual(
    ndefHex ? { kind: "ndef", message: bytesOf(ndefHex), ...rest } : { kind: "blank", ...rest },
  );
});

test("a reader gets there bit by bit, however little it reads first", () => {
  for (const { tagType, memoryHex } of vectors) {
    const { read } = ways[tagType];
    const memory = bytesOf(memoryHex);
    let length = 0;
    let place: NdefPlace = { kind: "more", length: 1 };
    while (place.kind === "more") {
      expect(place.length).toBeGreaterThan(length);
      length = place.length;
      place = read(memory.subarray(0, length));
    }
    expect(place).toEqual(read(memory));
    expect(length).toBeLessThanOrEqual(memory.length);
  }
});

const uid = "04a27f511b5e8000c5480000";
const t2 = (container: string, data: string, header = uid) => bytesOf(header + container + data);
const link = "d1010c55046578616d706c652e636f6d";

test.each([
  ["a new NTAG213", 137, t2("e1101200", `0103a00c340300fe${"00".repeat(136)}`)],
  ["a new NTAG215", 492, t2("e1103e00", `0300fe${"00".repeat(493)}`)],
  ["a new NTAG216", 868, t2("e1106d00", `0300fe${"00".repeat(869)}`)],
  ["an area of zeros", 46, t2("e1100600", "00".repeat(48))],
  ["room for 254 bytes, not for 255", 254, t2("e1102000", `0300fe${"00".repeat(253)}`)],
  ["an area of nothing", 0, t2("e1100000", "")],
])("%s has room for %i bytes", (_, capacity, memory) => {
  expect(readType2(memory)).toEqual({ kind: "blank", capacity, writable: true });
  const longest = layType2(memory, new Uint8Array(capacity).fill(0xd1));
  if (capacity > 0) {
    expect(longest.ok && readType2(longest.memory)).toMatchObject({ kind: "ndef" });
  }
  expect(layType2(memory, new Uint8Array(capacity + 1))).toEqual({
    ok: false,
    reason: expect.stringContaining(`room for ${capacity}`),
  });
});

test.each([
  ["a Memory Control TLV: 4 bytes from page 6 on", "0203600402", 24, 28],
  ["a Lock Control TLV: 11 bits from the second byte of page 6 on", "0103610b32", 25, 27],
])("what %s sets aside is neither read nor written", (_, control, from, to) => {
  const laid = layType2(t2("e1100600", `${control}${"ee".repeat(43)}`), bytesOf(link));
  if (!laid.ok) throw new Error(laid.reason);
  expect(readType2(laid.memory)).toMatchObject({ kind: "ndef", message: bytesOf(link) });
  const data = `${control}0310${link}fe`;
  const cut = 2 * (from - 16);
  const withHole = data.slice(0, cut) + "ee".repeat(to - from) + data.slice(cut);
  expect(hexOf(laid.memory)).toBe(`${uid}e1100600${withHole}`.padEnd(2 * 64, "e"));
});

test("a message is laid where the old one was; control blocks and all before it are kept", () => {
  const memory = t2("e1101200", `0103a00c3400fd02abcd0310${link}fe`.padEnd(288, "0"));
  const laid = layType2(memory, bytesOf("d101035402656e"));
  expect(laid.ok && hexOf(laid.memory)).toBe(
    `${uid}e11012000103a00c3400fd02abcd0307d101035402656efe${link.slice(16)}fe`.padEnd(320, "0"),
  );
});

test("a damaged message is written over", () => {
  for (const { tagType, memoryHex } of vectors.filter(({ error }) => error)) {
    const { read, lay } = ways[tagType];
    const laid = lay(bytesOf(memoryHex), bytesOf("d00000"));
    expect(laid.ok && read(laid.memory)).toMatchObject({ kind: "ndef" });
  }
});

test("for a message longer than what was read, more is asked for, its end mark included", () => {
  const memory = t2("e1101200", "0300fe00");
  const message = new Uint8Array(40);
  expect(layType2(memory, message)).toEqual({
    ok: false,
    reason: expect.stringMatching(sentence),
    more: 16 + 2 + 40 + 1,
  });
  expect(layType2(memory.subarray(0, 8), message)).toMatchObject({ ok: false, more: 16 });
  expect(layType5(bytesOf("e140"), message)).toMatchObject({ ok: false, more: 4 });
});

test("a tag that is not formatted for NDEF is told apart", () => {
  const other = { ok: false, reason: expect.stringContaining("not formatted for NDEF") };
  expect(readType2(new Uint8Array(64))).toEqual({ kind: "unformatted" });
  expect(layType2(new Uint8Array(64), bytesOf("d00000"))).toEqual(other);
  expect(readType5(new Uint8Array(64))).toEqual({ kind: "unformatted" });
  expect(layType5(new Uint8Array(64), bytesOf("d00000"))).toEqual(other);
});

test.each([
  ["4 bytes of container", "e1402701", 312],
  ["8 bytes of container", "e240000100000027", 312],
  ["the largest there can be", "e24000010000ffff", 8 * 0xffff],
])("Type 5 with %s", (_, container, area) => {
  const memory = new Uint8Array(container.length / 2 + area);
  memory.set(bytesOf(`${container}0300fe`));
  const capacity = Math.min(area - 4, 0xfffe);
  expect(readType5(memory)).toEqual({ kind: "blank", capacity, writable: true });
  const message = new Uint8Array(capacity).fill(0xd1);
  const laid = layType5(memory, message);
  expect(laid.ok && readType5(laid.memory)).toMatchObject({ kind: "ndef", message });
});

test("a tag that is locked by its capability container or its lock bytes is not writable", () => {
  const data = `0300fe${"00".repeat(45)}`;
  for (const [cc, header] of [
    ["e110060f", "04a27f511b5e8000c5480000"],
    ["e1100600", "04a27f511b5e8000c548ff00"],
    ["e1100600", "04a27f511b5e8000c5480001"],
  ] as const) {
    const memory = t2(cc, data, header);
    expect(readType2(memory)).toMatchObject({ kind: "blank", writable: false });
    expect(layType2(memory, bytesOf("d00000"))).toEqual({
      ok: false,
      reason: expect.stringContaining("read-only"),
    });
  }
  expect(readType5(bytesOf("e14306010300fe"))).toMatchObject({ writable: false });
});

const block = fc.oneof(
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

const type2Memory = fc
  .tuple(fc.array(block, { maxLength: 6 }), fc.nat(255), fc.nat(2100))
  .map(([blocks, eights, length]) => {
    const memory = new Uint8Array(16 + length);
    memory.set(
      [...t2(`e110${eights.toString(16).padStart(2, "0")}00`, ""), ...blocks.flat()].slice(
        0,
        memory.length,
      ),
    );
    return memory;
  });

const type5Memory = fc
  .tuple(fc.array(block, { maxLength: 6 }), fc.nat(600), fc.nat(4000))
  .map(([blocks, eights, length]) => {
    const container = [0xe1, 0x40, 0, 1, 0, 0, eights >> 8, eights & 0xff];
    const short = eights > 0 && eights < 256 ? [0xe1, 0x40, eights, 1] : container;
    const memory = new Uint8Array(short.length + length);
    memory.set([...short, ...blocks.flat()].slice(0, memory.length));
    return memory;
  });

test.each([
  ["Type 2", readType2, layType2, type2Memory],
  ["Type 5", readType5, layType5, type5Memory],
] as const)("%s: what is laid reads back, whatever is around it", (_, read, lay, memories) => {
  const message = fc.uint8Array({ minLength: 1, maxLength: 700 });
  fc.assert(
    fc.property(memories, message, (memory, message) => {
      const before = read(memory);
      const laid = lay(memory, message);
      if (laid.ok) {
        expect(laid.memory).toHaveLength(memory.length);
        expect(read(laid.memory)).toMatchObject({ kind: "ndef", message });
      } else {
        expect(laid.reason).toMatch(sentence);
        if (laid.more) expect(laid.more).toBeGreaterThan(memory.length);
        if (laid.more && read === readType2) expect(laid.more).toBeLessThanOrEqual(16 + 8 * 255);
      }
      if (before.kind !== "ndef" && before.kind !== "blank") return;
      const fits = message.length <= before.capacity;
      expect(laid.ok || "more" in laid).toBe(fits);
      const again = laid.ok && read(laid.memory);
      if (again && again.kind === "ndef") expect(again.capacity).toBe(before.capacity);
    }),
  );
});

test("any memory is told what it is, and more is asked for only when more can be told", () => {
  const start = fc.constantFrom("", "e140", "e1402701", "e2400001000001ff", `${uid}e1101200`);
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      const memory = Uint8Array.from([...bytesOf(start), ...rest]);
      for (const { read } of Object.values(ways)) {
        const place = read(memory);
        if (place.kind === "more") expect(place.length).toBeGreaterThan(memory.length);
        if (place.kind === "damaged") expect(place.reason).toMatch(sentence);
      }
    }),
  );
});

import { encode } from "cbor2";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf } from "../fixtures/vectors.ts";
import { type CborItem, readCbor } from "./read.ts";

/** Examples of RFC 8949 appendix A. */
test.each([
  ["00", 0],
  ["17", 23],
  ["1818", 24],
  ["1903e8", 1000],
  ["1a000f4240", 1_000_000],
  ["1b000000e8d4a51000", 1_000_000_000_000],
  ["1bffffffffffffffff", 18446744073709551615n],
  ["3bffffffffffffffff", -18446744073709551616n],
  ["20", -1],
  ["3903e7", -1000],
  ["f90000", 0],
  ["f98000", -0],
  ["f93c00", 1],
  ["fb3ff199999999999a", 1.1],
  ["f93e00", 1.5],
  ["f97bff", 65504],
  ["fa47c35000", 100_000],
  ["fa7f7fffff", (2 - 2 ** -23) * 2 ** 127],
  ["fb7e37e43c8800759c", 1.0e300],
  ["f90001", 2 ** -24],
  ["f90400", 2 ** -14],
  ["f9c400", -4],
  ["fbc010666666666666", -4.1],
  ["f97c00", Number.POSITIVE_INFINITY],
  ["f9fc00", Number.NEGATIVE_INFINITY],
  ["f97e00", Number.NaN],
  ["fa7fc00000", Number.NaN],
  ["f4", "simple(20)"],
  ["f5", "simple(21)"],
  ["f6", "simple(22)"],
  ["f7", "simple(23)"],
  ["f0", "simple(16)"],
  ["f8ff", "simple(255)"],
  ["c11a514b67b0", { tag: 1, item: 1363896240 }],
  ["c249010000000000000000", { tag: 2, item: "h'010000000000000000'" }],
  ["d818456449455446", { tag: 24, item: "h'6449455446'" }],
  ["40", "h''"],
  ["4401020304", "h'01020304'"],
  ["60", ""],
  ["62225c", '"\\'],
  ["62c3bc", "ü"],
  ["64f0908591", "𐅑"],
  ["80", []],
  ["8301820203820405", [1, [2, 3], [4, 5]]],
  ["a0", new Map()],
  ["a201020304", new Map([[1, 2]]).set(3, 4)],
  ["a26161016162820203", new Map<unknown, unknown>([["a", 1]]).set("b", [2, 3])],
  ["5f42010243030405ff", "h'0102030405'"],
  ["7f657374726561646d696e67ff", "streaming"],
  ["9fff", []],
  ["9f018202039f0405ffff", [1, [2, 3], [4, 5]]],
  ["83018202039f0405ff", [1, [2, 3], [4, 5]]],
  ["bf61610161629f0203ffff", new Map<unknown, unknown>([["a", 1]]).set("b", [2, 3])],
  ["bf6346756ef563416d7421ff", new Map<unknown, unknown>([["Fun", "simple(21)"]]).set("Amt", -2)],
])("%s is read as RFC 8949 appendix A says", (hex, value) => {
  expect(read(bytesOf(hex))).toEqual({ value, end: hex.length / 2 });
});

/** Examples of RFC 8949 appendix F, and lengths and nesting that only an attacker writes. */
test.each([
  ["", /too early/],
  ["18", /too early/],
  ["1900", /too early/],
  ["fa0000", /too early/],
  ["41", /too early/],
  ["5affffffff00", /too early/],
  ["5bffffffffffffffff010203", /too early/],
  ["7b7fffffffffffffff010203", /too early/],
  ["8200", /too early/],
  ["a100", /too early/],
  ["c0", /too early/],
  ["9affffffff00", /too early/],
  ["bbffffffffffffffff00", /too early/],
  ["9f", /too early/],
  ["5f4100", /too early/],
  ["1c", /0x1c/],
  ["3d", /0x3d/],
  ["5e", /0x5e/],
  ["fc", /0xfc/],
  ["1f", /0x1f/],
  ["df00", /0xdf/],
  ["f800", /simple value 0/],
  ["f81f", /simple value 31/],
  ["ff", /nothing is open/],
  ["81ff", /nothing is open/],
  ["a1ff00", /nothing is open/],
  ["bf00ff", /nothing is open/],
  ["5f00ff", /0x00/],
  ["5f6100ff", /0x61/],
  ["5f5f4100ffff", /0x5f/],
  ["7f4100ff", /0x41/],
])("%s is refused with a reason", (hex, reason) => {
  expect(readCbor(bytesOf(hex))).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test("what follows the first item is left alone", () => {
  expect(read(bytesOf("a10018eadeadbeef"))).toEqual({ value: new Map([[0, 234]]), end: 4 });
});

test("a text that is not UTF-8 does not take its neighbours with it", () => {
  expect(read(bytesOf("8301617aff"))).toEqual(undefined);
  expect(read(bytesOf("830162ff7a02"))).toEqual({ value: [1, undefined, 2], end: 6 });
});

test.each([
  ["arrays", "81"],
  ["open arrays", "9f"],
  ["tags", "c6"],
  ["maps", "a100"],
])("%s nested 10,000 deep are refused", (_, level) => {
  const bytes = bytesOf(`${level.repeat(10_000)}00`);
  expect(readCbor(bytes)).toEqual({ ok: false, reason: expect.stringMatching(/32 deep/) });
});

test("more items than any record has are refused", () => {
  for (const hex of [`9f${"00".repeat(60_000)}ff`, `5f${"40".repeat(60_000)}ff`]) {
    const read = readCbor(bytesOf(hex));
    expect(read).toEqual({ ok: false, reason: expect.stringMatching(/1024 items/) });
  }
});

test("what cbor2 writes is read as it was", () => {
  const key = fc.oneof(fc.integer(), fc.string());
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.maxSafeInteger(),
      fc.double(),
      fc.float(),
      fc.string({ unit: "grapheme" }),
      fc.uint8Array(),
      fc.array(tie("value"), { maxLength: 5 }),
      fc.uniqueArray(fc.tuple(key, tie("value")), { maxLength: 5, selector: (entry) => entry[0] }),
    ),
  }));
  fc.assert(
    fc.property(value, fc.uint8Array({ maxLength: 5 }), (written, rest) => {
      const bytes = encode(written);
      const item = readCbor(new Uint8Array([...bytes, ...rest]));
      if (!item.ok) throw new Error(item.reason);
      expect(item.item.end).toBe(bytes.length);
      expect(plain(item.item)).toEqual(plainInput(written));
    }),
  );
});

test("any bytes are an item or a reason", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const read = readCbor(bytes);
      if (read.ok) expect(read.item.end).toBeLessThanOrEqual(bytes.length);
      else expect(read.reason).toMatch(/^it .*[^.]$/);
    }),
  );
});

function read(bytes: Uint8Array) {
  const result = readCbor(bytes);
  return result.ok ? { value: plain(result.item), end: result.item.end } : undefined;
}

function plain(item: CborItem): unknown {
  switch (item.kind) {
    case "bytes":
      return `h'${Buffer.from(item.value).toString("hex")}'`;
    case "array":
      return item.items.map(plain);
    case "map":
      return new Map(item.entries.map(([key, value]) => [plain(key), plain(value)]));
    case "tag":
      return { tag: item.tag, item: plain(item.item) };
    case "simple":
      return `simple(${item.value})`;
    default:
      return item.value;
  }
}

/** cbor2 writes whole numbers as integers, except -0. */
function plainInput(value: unknown): unknown {
  if (value instanceof Uint8Array) return `h'${Buffer.from(value).toString("hex")}'`;
  return Array.isArray(value) ? value.map(plainInput) : value;
}

import { encode } from "cbor2";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromHex } from "../testing/vectors.ts";
import { type CborItem, decodeCbor } from "./decode.ts";

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
])("decodes %s like RFC 8949 appendix A", (hex, value) => {
  expect(decode(fromHex(hex))).toEqual({ value, end: hex.length / 2 });
});

/** The examples of RFC 8949 appendix F, and lengths that only an attacker writes. */
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
  ["ff", /outside an item/],
  ["81ff", /outside an item/],
  ["a1ff00", /outside an item/],
  ["bf00ff", /outside an item/],
  ["5f00ff", /0x00/],
  ["5f6100ff", /0x61/],
  ["5f5f4100ffff", /0x5f/],
  ["7f4100ff", /0x41/],
])("refuses %j with a reason", (hex, reason) => {
  expect(decodeCbor(fromHex(hex))).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test("ignores the bytes after the first item", () => {
  expect(decode(fromHex("a10018eadeadbeef"))).toEqual({ value: new Map([[0, 234]]), end: 4 });
});

test("a text that is not UTF-8 does not affect the items beside it", () => {
  expect(decode(fromHex("8301617aff"))).toEqual(undefined);
  expect(decode(fromHex("830162ff7a02"))).toEqual({ value: [1, undefined, 2], end: 6 });
});

test.each([
  ["arrays", "81"],
  ["arrays of indefinite length", "9f"],
  ["tags", "c6"],
  ["maps", "a100"],
])("refuses %s nested 10,000 levels deep", (_, level) => {
  const bytes = fromHex(`${level.repeat(10_000)}00`);
  expect(decodeCbor(bytes)).toEqual({ ok: false, reason: expect.stringMatching(/32 levels deep/) });
});

test("refuses more than 1024 items, counting the chunks of strings", () => {
  for (const hex of [`9f${"00".repeat(60_000)}ff`, `5f${"40".repeat(60_000)}ff`]) {
    expect(decodeCbor(fromHex(hex))).toEqual({
      ok: false,
      reason: expect.stringMatching(/1024 items/),
    });
  }
});

test("decodes what cbor2 encodes, and ignores the bytes after it", () => {
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
    fc.property(value, fc.uint8Array({ maxLength: 5 }), (input, rest) => {
      const bytes = encode(input);
      const result = decodeCbor(new Uint8Array([...bytes, ...rest]));
      if (!result.ok) throw new Error(result.reason);
      expect(result.item.end).toBe(bytes.length);
      expect(toPlain(result.item)).toEqual(toPlainInput(input));
    }),
  );
});

test("any bytes give an item or a refusal with a reason", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const result = decodeCbor(bytes);
      if (result.ok) expect(result.item.end).toBeLessThanOrEqual(bytes.length);
      else expect(result.reason).toMatch(/^it .*[^.]$/);
    }),
  );
});

function decode(bytes: Uint8Array) {
  const result = decodeCbor(bytes);
  return result.ok ? { value: toPlain(result.item), end: result.item.end } : undefined;
}

function toPlain(item: CborItem): unknown {
  switch (item.kind) {
    case "bytes":
      return `h'${Buffer.from(item.value).toString("hex")}'`;
    case "array":
      return item.items.map(toPlain);
    case "map":
      return new Map(item.entries.map(([key, value]) => [toPlain(key), toPlain(value)]));
    case "tag":
      return { tag: item.tag, item: toPlain(item.item) };
    case "simple":
      return `simple(${item.value})`;
    default:
      return item.value;
  }
}

/** Converts bytes like `toPlain`. */
function toPlainInput(value: unknown): unknown {
  if (value instanceof Uint8Array) return `h'${Buffer.from(value).toString("hex")}'`;
  return Array.isArray(value) ? value.map(toPlainInput) : value;
}

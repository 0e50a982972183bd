import fc from "fast-check";
import { expect, it, test } from "vitest";
import { readProductFacts } from "./product-facts.ts";

const gs = "\u001d";
const rs = "\u001e";
const now = Date.parse("2026-11-29T00:00:00Z");
const read = (content: string) => readProductFacts(content, now);
const local = (...parts: [number, number, number, number?, number?]) =>
  new Date(parts[0], parts[1], parts[2], parts[3] ?? 0, parts[4] ?? 0).getTime();

test.each([
  // The GS1 General Specifications: 3.2, 3.4.7 with the day 00, and 3.6.2.
  ["(01)09521234543213(10)AB-123(21)7a", { lot: "AB-123", serial: "7a" }],
  ["(01)09521234543213(17)270131", { expires: local(2027, 1, 1) }],
  ["(01)09521234543213(17)270200", { expires: local(2027, 2, 1) }],
  ["(01)09521234543213(17)280200", { expires: local(2028, 2, 1) }],
  ["(01)09521234543213(17)261200", { expires: local(2027, 0, 1) }],
  ["(01)09521234543213(17)261231", { expires: local(2027, 0, 1) }],
  ["(01)09521234543213(17)270132", {}],
  ["(01)09521234543213(7003)2406021530", { expires: local(2024, 5, 2, 15, 30) }],
  ["(01)09521234543213(15)270131", { bestBefore: local(2027, 1, 1) }],
  ["(01)09521234543213(30)12", { count: 12_000 }],
  ["(00)952012345678912345(02)09521234543213(37)00000024", { count: 24_000 }],
  ["(01)09521234543213(3103)001750", { weight: { value: 1750, unit: "kg" } }],
  ["(01)09521234543213(3100)999999", { weight: { value: 999_999_000, unit: "kg" } }],
  ["(01)09521234543213(3205)000149", { weight: { value: 1, unit: "lb" } }],
  ["(01)09521234543213(3205)000150", { weight: { value: 2, unit: "lb" } }],
  ["(01)09521234543213(3572)001234", { weight: { value: 12_340, unit: "oz" } }],
  ["(01)09521234543213(3301)000100", {}],
  ["(01)09521234543213(3112)000250", { measure: { value: 2500, unit: "m" } }],
  ["(01)09521234543213(3121)000250(3141)000015", { measure: { value: 1500, unit: "m²" } }],
  ["(01)09521234543213(3153)000330", { measure: { value: 330, unit: "l" } }],
  [
    "https://id.gs1.org/01/09506000134352/10/ABC123/21/456?17=270101&3103=000195",
    {
      ...{ lot: "ABC123", serial: "456", expires: local(2027, 0, 2) },
      weight: { value: 195, unit: "kg" },
    },
  ],
])("%s has the facts %j", (content, facts) => {
  expect(read(` ${content}\n`)).toEqual(facts);
});

test.each([
  // The label that DigiKey's page on its labels explains.
  [
    `P1${gs}1P860010672008${gs}9D1437${gs}1T31751001143669${gs}11K1${gs}Q2500`,
    { lot: "31751001143669", count: 2_500_000 },
  ],
  // A package of medicines, after the specification of the IFA.
  [
    `9N110375286414${gs}1T12345ABCDE${gs}D270600${gs}S12345ABCDEF98765`,
    { lot: "12345ABCDE", serial: "12345ABCDEF98765", expires: local(2027, 6, 1) },
  ],
  [`1PX${gs}D270131`, {}],
  [`1PX${gs}14D20270131${gs}Q0.5`, { expires: local(2027, 1, 1), count: 500 }],
  [`1PX${gs}Q9007199254740.991`, { count: Number.MAX_SAFE_INTEGER }],
  [`1PX${gs}Q9007199254740.992`, {}],
  [`1PX${gs}Q1,000${gs}1T${"A".repeat(101)}${gs}SA\u202eB`, {}],
])("the label %j has the facts %j", (fields, facts) => {
  expect(read(`[)>${rs}06${gs}${fields}${rs}\u0004`)).toEqual(facts);
});

test.each([
  "(01)09521234543214(10)AB",
  "]C10109521234543214",
  "(00)952012345678912346",
  "(02)09521234543214(37)1",
  "(8003)01234567890129ABC",
  "https://id.gs1.org/01/09521234543214",
  "https://id.gs1.org/01/09521234543214/21/1?17=270101",
  "https://id.gs1.org/00/952012345678912346",
  "https://a.example/8003/01234567890129ABC",
])("%s has a wrong check digit", (content) => {
  expect(read(content)).toMatchObject({ problem: "wrong-check-digit" });
});

test.each([
  "9521234543214",
  "12345678",
  "0109521234543214",
  "https://blog.example/01/20240115",
  "https://a.example/?x=/01/09521234543214",
  "T-0001",
  "",
])("%j is no GS1 code, so it has neither facts nor a problem", (content) => {
  expect(read(content)).toEqual({});
});

it("reads a quantity exactly, rounded half up", () => {
  fc.assert(
    fc.property(fc.nat(999_999), fc.nat(5), (number, decimals) => {
      const { weight } = read(`]C1310${decimals}${String(number).padStart(6, "0")}`);
      const scaled = BigInt(number) * 1000n * 2n + 10n ** BigInt(decimals);
      expect(weight).toEqual({
        ...{ value: Number(scaled / (2n * 10n ** BigInt(decimals))), unit: "kg" },
      });
    }),
  );
});

it("reads any text without an exception into safe numbers and short texts", () => {
  const unit = fc.constantFrom(
    ...["(01)", "(17)", "(310", "3)", "09521234543213", "[)>", rs, gs, "06", "Q", "1T", "9N", "D"],
    ...["]C1", "01", "17", "30", "https://a.example/01/", "/21/", "?17=", "270131", "A", "9", "."],
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 16 }), fc.nat(4e12), (content, at) => {
      const { weight, measure, lot, serial, ...facts } = readProductFacts(content, at);
      for (const value of [weight?.value, measure?.value, facts.count, facts.expires])
        expect(value ?? 0).toSatisfy(Number.isSafeInteger);
      expect((lot ?? "").length).toBeLessThanOrEqual(100);
      expect((serial ?? "").length).toBeLessThanOrEqual(100);
    }),
  );
});

test.each(["0", "(01)", "]C110A", "https://a.example/01/09521234543214/"])(
  "a megabyte of %s has no facts",
  (part) => {
    expect(read(part.repeat(2 ** 20 / part.length))).toEqual({});
  },
);

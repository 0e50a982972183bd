import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseScan } from "./parse-scan.ts";
import { scanJsonSchema } from "./scan-schema.ts";

const plainScan = {
  identifier: "04:A2",
  date: "2023-10-17T20:36:04Z",
  content: "https://example.com",
};

test("accepts tagIdentifier, which an older sender wrote instead of identifier", () => {
  const { identifier, ...otherFields } = plainScan;
  expect(parseScan(JSON.stringify({ tagIdentifier: identifier, ...otherFields }))).toEqual({
    ok: true,
    scan: plainScan,
  });
});

test("ignores unknown keys and keeps all keys inside structured", () => {
  const structured = { materialType: { abbreviation: "PLA" }, minPrintTemperature: 200 };
  const body = JSON.stringify({ ...plainScan, tagType: "openPrintTag", structured, device: "7" });
  expect(parseScan(body)).toEqual({
    ok: true,
    scan: { ...plainScan, tagType: "openPrintTag", structured },
  });
});

test("drops a tagType or structured of the wrong type and keeps the scan", () => {
  const body = JSON.stringify({ ...plainScan, tagType: 7, structured: [1] });
  expect(parseScan(body)).toEqual({ ok: true, scan: plainScan });
});

test("drops a structured that is nested more than 100 levels deep and keeps the scan", () => {
  const formatNestedScan = (depth: number) =>
    `{"identifier":"04:A2","date":"${plainScan.date}","content":"${plainScan.content}","structured":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;
  expect(parseScan(formatNestedScan(200_000))).toEqual({ ok: true, scan: plainScan });
  expect(parseScan(formatNestedScan(101))).toEqual({ ok: true, scan: plainScan });
  expect(parseScan(formatNestedScan(100))).toMatchObject({
    scan: { structured: { a: { a: {} } } },
  });
});

test.each([
  ["", /not JSON/],
  ["{", /not JSON/],
  ["[]", /not an object/],
  ["null", /not an object/],
  ['"scan"', /not an object/],
  ["{}", /no "identifier"/],
  [JSON.stringify({ ...plainScan, date: undefined }), /no "date"/],
  [JSON.stringify({ ...plainScan, content: 4006381333931 }), /"content" is not a string/],
  [new Uint8Array([0x7b, 0xff, 0x7d]), /not UTF-8/],
])("refuses %o with a reason", (body, reason) => {
  expect(parseScan(body)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test("returns a result for any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(parseScan(bytes).ok).toBeTypeOf("boolean");
    }),
  );
});

test("refuses arrays nested 500,000 levels deep", () => {
  expect(parseScan("[".repeat(500_000)).ok).toBe(false);
});

test("accepts every value that matches the schema", () => {
  const validate = new Ajv2020({ strict: false }).compile(scanJsonSchema);
  const scanLike = fc.record(
    {
      identifier: fc.oneof(fc.string(), fc.jsonValue()),
      tagIdentifier: fc.oneof(fc.string(), fc.jsonValue()),
      date: fc.oneof(fc.string(), fc.jsonValue()),
      content: fc.oneof(fc.string(), fc.jsonValue()),
      tagType: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(scanLike, fc.jsonValue()), (value) => {
      const { ok } = parseScan(JSON.stringify(value));
      if (validate(value)) expect(ok).toBe(true);
    }),
  );
});

test.each([
  ["10,000 values", { a: Array(9999).fill(1) }, true],
  ["10,001 values", { a: Array(10_000).fill(1) }, false],
  ["10,000 keys", Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [n, 1])), true],
  ["10,001 keys", Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [n, 1])), false],
  ["100 levels", JSON.parse(`${'{"a":'.repeat(99)}{}${"}".repeat(99)}`), true],
  ["101 levels", JSON.parse(`${'{"a":'.repeat(100)}{}${"}".repeat(100)}`), false],
])("takes a scan whose structured has %s, and structured itself: %#", (_, structured, isKept) => {
  const scan = { identifier: "04", date: "d", content: "c" };
  expect(parseScan(JSON.stringify({ ...scan, structured }))).toEqual({
    ok: true,
    scan: isKept ? { ...scan, structured } : scan,
  });
});

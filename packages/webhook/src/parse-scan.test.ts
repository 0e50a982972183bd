import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseScan } from "./parse-scan.ts";
import { scanJsonSchema } from "./scan-schema.ts";

const plain = { identifier: "04:A2", date: "2023-10-17T20:36:04Z", content: "https://example.com" };

test("the body of an older sender, with tagIdentifier, is a scan", () => {
  const { identifier, ...rest } = plain;
  expect(parseScan(JSON.stringify({ tagIdentifier: identifier, ...rest }))).toEqual({
    ok: true,
    scan: plain,
  });
});

test("unknown keys are ignored, and any keys inside structured are kept", () => {
  const structured = { materialType: { abbreviation: "PLA" }, minPrintTemperature: 200 };
  const body = JSON.stringify({ ...plain, tagType: "openPrintTag", structured, device: "7" });
  expect(parseScan(body)).toEqual({
    ok: true,
    scan: { ...plain, tagType: "openPrintTag", structured },
  });
});

test("a scan is not lost to a tagType or structured of another type", () => {
  const body = JSON.stringify({ ...plain, tagType: 7, structured: [1] });
  expect(parseScan(body)).toEqual({ ok: true, scan: plain });
});

test("a scan is not lost to a structured that is nested too deep to be handed on", () => {
  const nested = (depth: number) =>
    `{"identifier":"04:A2","date":"${plain.date}","content":"${plain.content}","structured":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;
  expect(parseScan(nested(200_000))).toEqual({ ok: true, scan: plain });
  expect(parseScan(nested(101))).toEqual({ ok: true, scan: plain });
  expect(parseScan(nested(100))).toMatchObject({ scan: { structured: { a: { a: {} } } } });
});

test.each([
  ["", /not JSON/],
  ["{", /not JSON/],
  ["[]", /not an object/],
  ["null", /not an object/],
  ['"scan"', /not an object/],
  ["{}", /no "identifier"/],
  [JSON.stringify({ ...plain, date: undefined }), /no "date"/],
  [JSON.stringify({ ...plain, content: 4006381333931 }), /"content" is not a string/],
  [new Uint8Array([0x7b, 0xff, 0x7d]), /not UTF-8/],
])("%o is refused with a sentence", (body, reason) => {
  expect(parseScan(body)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test("no bytes and no JSON make it throw, and what the schema takes is never refused", () => {
  const validate = new Ajv2020({ strict: false }).compile(scanJsonSchema);
  const almost = fc.record(
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
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(parseScan(bytes).ok).toBeTypeOf("boolean");
    }),
  );
  fc.assert(
    fc.property(fc.oneof(almost, fc.jsonValue()), (value) => {
      const { ok } = parseScan(JSON.stringify(value));
      if (validate(value)) expect(ok).toBe(true);
    }),
  );
  expect(parseScan("[".repeat(500_000)).ok).toBe(false);
});

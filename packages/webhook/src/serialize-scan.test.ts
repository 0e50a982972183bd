import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseScan } from "./parse-scan.ts";
import { printScan } from "./print-scan.ts";
import { scanJsonSchema } from "./scan-schema.ts";

const validate = new Ajv2020({ strict: false }).compile(scanJsonSchema);
const text = fc.string({ unit: "binary" });

test("a scan is printed as the contract shows it", () => {
  const scan = {
    structured: { material: "PLA", color: "#FF6F4C" },
    tagType: "openPrintTag",
    content: 'PLA "Matte"/Black\u001d',
    date: "2026-05-12T14:23:01Z",
    identifier: "E0:04:01:08:66:2F:6F:BC",
  };
  expect(printScan(scan)).toBe(`{
  "identifier" : "E0:04:01:08:66:2F:6F:BC",
  "date" : "2026-05-12T14:23:01Z",
  "content" : "PLA \\"Matte\\"/Black\\u001d",
  "tagType" : "openPrintTag",
  "structured" : {
    "material" : "PLA",
    "color" : "#FF6F4C"
  }
}`);
});

test("any scan survives printing and parsing, and is what the schema and JSON.parse say", () => {
  const scans = fc.record(
    {
      identifier: text,
      date: text,
      content: text,
      tagType: text,
      structured: fc.dictionary(text, fc.jsonValue()),
    },
    { requiredKeys: ["identifier", "date", "content"] },
  );
  fc.assert(
    fc.property(scans, (scan) => {
      const body = printScan(scan);
      const plain = JSON.parse(JSON.stringify(scan));
      expect(JSON.parse(body)).toEqual(plain);
      expect(parseScan(new TextEncoder().encode(body))).toEqual({ ok: true, scan: plain });
      expect(validate(JSON.parse(body))).toBe(true);
    }),
  );
});

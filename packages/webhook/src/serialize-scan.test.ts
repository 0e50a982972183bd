import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseScan } from "./parse-scan.ts";
import { scanJsonSchema } from "./scan-schema.ts";
import { serializeScan } from "./serialize-scan.ts";

const validate = new Ajv2020({ strict: false }).compile(scanJsonSchema);
const anyText = fc.string({ unit: "binary" });

test("serializes a scan with the contract's spacing and key order", () => {
  const scan = {
    structured: { material: "PLA", color: "#FF6F4C" },
    tagType: "openPrintTag",
    content: 'PLA "Matte"/Black\u001d',
    date: "2026-05-12T14:23:01Z",
    identifier: "E0:04:01:08:66:2F:6F:BC",
  };
  expect(serializeScan(scan)).toBe(`{
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

test("any serialized scan is valid JSON, matches the schema and parses back to the same scan", () => {
  const scans = fc.record(
    {
      identifier: anyText,
      date: anyText,
      content: anyText,
      tagType: anyText,
      structured: fc.dictionary(anyText, fc.jsonValue()),
    },
    { requiredKeys: ["identifier", "date", "content"] },
  );
  fc.assert(
    fc.property(scans, (scan) => {
      const body = serializeScan(scan);
      const scanAsJson = JSON.parse(JSON.stringify(scan));
      expect(JSON.parse(body)).toEqual(scanAsJson);
      expect(parseScan(new TextEncoder().encode(body))).toEqual({ ok: true, scan: scanAsJson });
      expect(validate(JSON.parse(body))).toBe(true);
    }),
  );
});

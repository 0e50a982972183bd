import { encodeOpenPrintTag, type OpenPrintTag, parseOpenPrintTag } from "@scanhook/tags";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listAllFields } from "./open-print-tag.ts";

/** Encodes a tag with these fields and parses it again. */
function createTag(main: Record<string, unknown>, aux?: Record<string, unknown>): OpenPrintTag {
  const encoded = encodeOpenPrintTag({
    main: { material_class: "FFF", ...main },
    ...(aux ? { aux } : {}),
  });
  const parsed = encoded.ok ? parseOpenPrintTag(encoded.payload) : encoded;
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.tag;
}
test("all fields are listed under the names of the specification", () => {
  const tag = createTag({ gtin: 8594173675001, material_type: "PETG" }, { workgroup: "lab-1" });
  const regions = listAllFields(tag);
  expect(regions.map(({ region }) => region)).toContain("Use (may be written by printers)");
  expect(regions.flatMap(({ facts }) => facts)).toEqual(
    expect.arrayContaining([
      { label: "gtin", value: "8594173675001" },
      { label: "material_type", value: "PETG (Polyethylene Terephthalate Glycol)" },
      { label: "workgroup", value: "lab-1" },
    ]),
  );
});

test("any values of the fields can be listed", () => {
  const value = fc.oneof(fc.string(), fc.double(), fc.maxSafeInteger());
  const fieldValue = fc.oneof(value, fc.array(value));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fieldNames), fieldValue), (main) => {
      const tag: OpenPrintTag = { meta: {}, main, unknownFields: {}, uuids: {}, problems: [] };
      listAllFields(tag);
    }),
  );
});

const fieldNames = [
  "primary_color",
  "secondary_color_3",
  "material_type",
  "material_name",
  "brand_name",
  "tags",
  "certifications",
  "manufactured_date",
  "nominal_netto_full_weight",
  "min_print_temperature",
  "max_print_temperature",
  "drying_time",
  "write_protection",
  "primary_color_lab",
];

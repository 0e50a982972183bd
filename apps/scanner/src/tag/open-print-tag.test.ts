import { encodeOpenPrintTag, type OpenPrintTag, parseOpenPrintTag } from "@scanhook/tags";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listAllFields, toMaterialCard } from "./open-print-tag.ts";

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
const factOf = (tag: OpenPrintTag, label: string) =>
  toMaterialCard(tag).facts.find((fact) => fact.label === label)?.value;

test("the card shows brand, material, colors and properties", () => {
  const tag = createTag({
    brand_name: "Prusament",
    material_name: "PLA Prusa Galaxy Black",
    material_type: "PLA",
    primary_color: "#3d3e3d",
    secondary_color_1: "#ffffff80",
    tags: ["glitter"],
  });
  expect(toMaterialCard(tag)).toMatchObject({
    brand: "Prusament",
    name: "PLA Prusa Galaxy Black",
    material: "PLA · Polylactic Acid · Filament",
    colors: ["#3d3e3d", "#ffffff80"],
    properties: ["Glitter"],
  });
  expect(toMaterialCard(createTag({})).name).toBe("Unnamed material");
});

test("the card shows how much material is left, at least 0 g", () => {
  const tag = createTag(
    {
      nominal_netto_full_weight: 1000,
      actual_netto_full_weight: 1012,
      empty_container_weight: 280,
    },
    { consumed_weight: 253 },
  );
  expect(factOf(tag, "Left")).toBe("759 g (75%)");
  expect(factOf(tag, "Weight when full")).toBe("1,012 g (nominal 1,000 g)");
  expect(factOf(tag, "Empty container")).toBe("280 g");
  const overdrawn = createTag({ nominal_netto_full_weight: 1000 }, { consumed_weight: 1200 });
  expect(factOf(overdrawn, "Left")).toBe("0 g (0%)");
});

test("the card shows temperatures as ranges, from the limits that the tag has", () => {
  const tag = createTag({
    min_print_temperature: 205,
    max_print_temperature: 225,
    min_bed_temperature: 60,
    max_bed_temperature: 60,
    max_chamber_temperature: 40,
    chamber_temperature: 20,
    drying_temperature: 45,
    drying_time: 480,
  });
  expect(factOf(tag, "Print")).toBe("205–225 °C");
  expect(factOf(tag, "Bed")).toBe("60 °C");
  expect(factOf(tag, "Chamber")).toBe("up to 40 °C, best 20 °C");
  expect(factOf(tag, "Drying")).toBe("45 °C for 8 h");
});

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

test("any values of the fields make a card with valid colors", () => {
  const value = fc.oneof(fc.string(), fc.double(), fc.maxSafeInteger());
  const fieldValue = fc.oneof(value, fc.array(value));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fieldNames), fieldValue), (main) => {
      const tag: OpenPrintTag = { meta: {}, main, unknownFields: {}, uuids: {}, problems: [] };
      for (const color of toMaterialCard(tag).colors) expect(color).toMatch(/^#[0-9a-f]{6,8}$/i);
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

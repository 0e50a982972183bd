import {
  encodeOpenPrintTag,
  mimeRecord,
  type OpenPrintTag,
  parseOpenPrintTag,
  parseTag,
  type Spool,
  toSpool,
} from "@scanhook/tags";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isOnSpoolCard, toSpoolCard } from "./spool-card.ts";

/** Encodes an OpenPrintTag with these fields and parses it again. */
function createSpool(main: Record<string, unknown>, aux?: Record<string, unknown>): Spool {
  const encoded = encodeOpenPrintTag({
    main: { material_class: "FFF", ...main },
    ...(aux ? { aux } : {}),
  });
  const parsed = encoded.ok ? parseOpenPrintTag(encoded.payload) : encoded;
  if (!parsed.ok) throw new Error(parsed.reason);
  return toSpool(parsed.tag);
}
const factOf = (spool: Spool, label: string) =>
  toSpoolCard(spool).facts.find((fact) => fact.label === label)?.value;

test("the card shows brand, material, colors and properties", () => {
  const spool = createSpool({
    brand_name: "Prusament",
    material_name: "PLA Prusa Galaxy Black",
    material_type: "PLA",
    primary_color: "#3d3e3d",
    secondary_color_1: "#ffffff80",
    tags: ["glitter"],
  });
  expect(toSpoolCard(spool)).toMatchObject({
    brand: "Prusament",
    name: "PLA Prusa Galaxy Black",
    material: "PLA · Polylactic Acid · Filament",
    colors: ["#3d3e3d", "#ffffff80"],
    properties: ["Glitter"],
  });
  expect(toSpoolCard(createSpool({})).name).toBe("Unnamed material");
});

test("the card shows how much material is left, at least 0 g", () => {
  const spool = createSpool(
    {
      nominal_netto_full_weight: 1000,
      actual_netto_full_weight: 1012,
      empty_container_weight: 280,
    },
    { consumed_weight: 253 },
  );
  expect(factOf(spool, "Left")).toBe("759 g (75%)");
  expect(factOf(spool, "Weight when full")).toBe("1,012 g (nominal 1,000 g)");
  expect(factOf(spool, "Empty container")).toBe("280 g");
  const overdrawn = createSpool({ nominal_netto_full_weight: 1000 }, { consumed_weight: 1200 });
  expect(factOf(overdrawn, "Left")).toBe("0 g (0%)");
});

test("the card shows temperatures as ranges, from the limits that the tag has", () => {
  const spool = createSpool({
    min_print_temperature: 205,
    max_print_temperature: 225,
    min_bed_temperature: 60,
    max_bed_temperature: 60,
    max_chamber_temperature: 40,
    chamber_temperature: 20,
    drying_temperature: 45,
    drying_time: 480,
  });
  expect(factOf(spool, "Print")).toBe("205–225 °C");
  expect(factOf(spool, "Bed")).toBe("60 °C");
  expect(factOf(spool, "Chamber")).toBe("up to 40 °C, best 20 °C");
  expect(factOf(spool, "Drying")).toBe("45 °C for 8 h");
});

test("the card of an OpenTag3D has its format, its name and what is particular to it", () => {
  const spool: Spool = {
    format: "OpenTag3D",
    version: "2.000",
    brand: "Example Brand",
    material: "PLA",
    variant: "CF",
    colorName: "Orange",
    colors: ["#FFA64D"],
    properties: [],
    printTemperature: { min: 190, max: 225, best: 210 },
    dryingTemperature: { max: 50 },
    dryingTime: 480,
    madeOn: "2024-01-23",
    gtin: "12345543210",
    problems: [],
  };
  expect(toSpoolCard(spool)).toEqual({
    format: "OpenTag3D 2.000",
    name: "PLA CF Orange",
    brand: "Example Brand",
    material: "PLA · CF",
    colors: ["#FFA64D"],
    facts: [
      { label: "Print", value: "190–225 °C, best 210 °C" },
      { label: "Drying", value: "up to 50 °C for 8 h" },
      { label: "Made", value: "Jan 23, 2024" },
      { label: "GTIN", value: "12345543210" },
    ],
    properties: [],
  });
});

test("the card stands for the record of an OpenTag3D, but not for the JSON of an OpenSpool", () => {
  const openTag3D = new Uint8Array([0x03, 0xe8, 0x50, 0x4c, 0x41, 0, 0]);
  const json = new TextEncoder().encode('{"protocol":"openspool","type":"PLA"}');
  const records = [
    mimeRecord("application/opentag3d", openTag3D),
    mimeRecord("application/json", json),
  ];
  for (const [index, isOnCard] of [true, false].entries()) {
    const reading = parseTag({ records: records.slice(index, index + 1) });
    expect(reading.spool?.material).toBe("PLA");
    expect(isOnSpoolCard(reading, reading.records[0]!.value)).toBe(isOnCard);
  }
});

test("any values of the fields make a card with valid colors", () => {
  const value = fc.oneof(fc.string(), fc.double(), fc.maxSafeInteger());
  const fieldValue = fc.oneof(value, fc.array(value));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fieldNames), fieldValue), (main) => {
      const tag: OpenPrintTag = { meta: {}, main, unknownFields: {}, uuids: {}, problems: [] };
      for (const color of toSpoolCard(toSpool(tag)).colors)
        expect(color).toMatch(/^#[0-9a-f]{6,8}$/i);
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

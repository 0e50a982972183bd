import { expect, test } from "vitest";
import { encodeOpenPrintTag } from "./encode.ts";
import { parseOpenPrintTag } from "./parse.ts";
import { toSpool } from "./to-spool.ts";

function spoolOf(main: Record<string, unknown>, aux: Record<string, unknown> = {}) {
  const encoded = encodeOpenPrintTag({ main: { material_class: "FFF", ...main }, aux });
  const parsed = encoded.ok ? parseOpenPrintTag(encoded.payload) : encoded;
  if (!parsed.ok) throw new Error(parsed.reason);
  return toSpool(parsed.tag);
}

test("an OpenPrintTag gives a spool with its labels, amounts and days", () => {
  const main = {
    material_type: "PETG",
    brand_name: "Prusament",
    primary_color: "#3d3e3d",
    tags: ["uv_resistant", 999],
    nominal_netto_full_weight: 1000,
    actual_netto_full_weight: 1012,
    nominal_full_length: 336_000,
    filament_diameter: 1.75,
    min_bed_temperature: 60,
    drying_temperature: 45,
    drying_time: 480,
    manufactured_date: "2026-04-03",
    write_protection: "irreversible",
  };
  expect(spoolOf(main, { consumed_weight: 253.3 })).toEqual({
    format: "OpenPrintTag",
    brand: "Prusament",
    material: "PETG",
    materialInFull: "Polyethylene Terephthalate Glycol",
    class: "Filament",
    colors: ["#3d3e3d"],
    properties: ["UV resistant", "999"],
    nominalWeight: 1000,
    fullWeight: 1012,
    remainingWeight: 758.7,
    length: 336,
    diameter: 1.75,
    bedTemperature: { min: 60 },
    dryingTemperature: { best: 45 },
    dryingTime: 480,
    madeOn: "2026-04-03",
    writeProtection: "irreversible",
    problems: [],
  });
});

test("a weight that is used up leaves nothing", () => {
  const spool = spoolOf({ nominal_netto_full_weight: 1000 }, { consumed_weight: 1200 });
  expect(spool.remainingWeight).toBe(0);
});

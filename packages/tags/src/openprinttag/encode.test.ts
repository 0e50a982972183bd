import { decodeSequence } from "cbor2";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromHex } from "../testing/vectors.ts";
import { encodeOpenPrintTag } from "./encode.ts";
import { type OpenPrintTag, parseOpenPrintTag } from "./parse.ts";
import { arbitraryFields } from "./testing/arbitrary-fields.ts";
import { loadPublishedVectors, ownVectors } from "./testing/vectors.ts";

/**
 * Vectors that were deliberately encoded differently: unsorted, with unknown fields, remnants or a
 * larger meta region.
 */
const unusualNames = /noncanonical|unknown-keys|unknown-items|remnants|meta-region/;

const referenceVectors = [...ownVectors, ...loadPublishedVectors()].filter(
  ({ name, decoded }) => /^(ref|official)-/.test(name) && !unusualNames.test(name) && decoded,
);

test("there are enough vectors of the reference encoder to compare with", () => {
  expect(referenceVectors.length).toBeGreaterThan(18);
});

test.each(referenceVectors)(
  "encodes $name to the same bytes as the reference encoder",
  (vector) => {
    const { meta, main, aux } = vector.decoded ?? { meta: {}, main: {} };
    const size = vector.payloadHex.length / 2;
    const offset = meta.aux_region_offset;
    const encoded = encodeOpenPrintTag(
      { main, ...(aux && { aux }) },
      { size, ...(offset !== undefined && { auxSize: size - offset }) },
    );
    expect(toHex(encoded)).toBe(vector.payloadHex);
  },
);

test("accepts text for every type of field, as forms and tables hold it", () => {
  const encoded = encodeOpenPrintTag({
    main: {
      material_class: "filament",
      material_type: "polylactic acid",
      tags: "Glitter, abrasive, 9429",
      density: "1.24",
      nominal_netto_full_weight: "1000",
      manufactured_date: "2025-09-24",
      expiration_date: "2027-09-24T12:00:00+02:00",
      primary_color: "#3D3E3D",
      primary_color_lab: "50, 11.3, 129.3",
      primary_color_ral: 3020,
      instance_uuid: "473BB8CD-E129-45B8-9FCF-DA1C3ADD9C47",
      material_name: "",
      brand_name: undefined,
      gtin: null,
      secondary_color_0: null,
    },
    aux: { purchase_time: "1758709719", consumed_weight: "12.5" },
  });
  const tag = parseEncoded(encoded);
  expect(tag.main).toEqual({
    material_class: "FFF",
    material_type: "PLA",
    tags: ["glitter", "abrasive", 9429],
    density: 1.24,
    nominal_netto_full_weight: 1000,
    manufactured_date: Date.UTC(2025, 8, 24) / 1000,
    expiration_date: Date.UTC(2027, 8, 24, 10) / 1000,
    primary_color: "#3d3e3d",
    primary_color_lab: [50, 11.3, 129.3],
    primary_color_ral: "3020",
    instance_uuid: "473bb8cd-e129-45b8-9fcf-da1c3add9c47",
    secondary_color_0: null,
  });
  expect(tag.aux).toEqual({ purchase_time: 1758709719, consumed_weight: 12.5 });
  expect(tag.problems).toEqual([]);
});

test.each([
  ["material_name", "x".repeat(64), /at most 63 bytes.*has 64/],
  ["material_name", `${"ž".repeat(31)}xy`, /at most 63 bytes.*has 64/],
  ["material_name", "\ud800", /should be text/],
  ["brand_name", "x".repeat(32), /at most 31 bytes/],
  ["material_abbreviation", "ABCDEFGH", /at most 7 bytes/],
  ["brand_name", ["Prusament"], /should be text, but is "Prusament"/],
  ["material_class", "metal", /should be .*FFF, SLA.* but is "metal"/],
  ["material_type", "PLAA", /should be .*PLA, PETG, TPU ….* but is "PLAA"/],
  ["material_type", 65536, /but is 65536/],
  ["material_type", -1, /but is -1/],
  ["material_type", 1.5, /but is 1.5/],
  ["tags", Array.from({ length: 17 }, (_, key) => key), /at most 16 values.*has 17/],
  ["tags", ["glitter", "glittery"], /separated by commas, but is "glitter", "glittery"/],
  ["certifications", Array.from({ length: 9 }, () => 0), /at most 8 values.*has 9/],
  ["density", "1,24", /a number such as 1.24, but is "1,24"/],
  ["density", Number.NaN, /but is NaN/],
  ["density", Number.POSITIVE_INFINITY, /but is Infinity/],
  ["min_print_temperature", 205.5, /a whole number, but is 205.5/],
  ["gtin", -5, /from 0 to 99999999999999/],
  ["gtin", "123456789012345", /from 0 to 99999999999999/],
  ["transmission_distance", 0, /from 0.1 to 100/],
  ["primary_color", "red", /#FF6F4C80, but is "red"/],
  ["primary_color", "#12345", /#FF6F4C80/],
  ["primary_color_lab", [1, 2], /three numbers/],
  ["primary_color_lab", [101, 2, 3], /from 0 to 100/],
  ["primary_color_lab", [50, -151, 3], /from -150 to 150/],
  ["primary_color_ral", "RAL 3020", /without "RAL"/],
  ["country_of_origin", "Czechia", /two letters/],
  ["manufactured_date", "24.9.2025", /2026-11-21/],
  ["manufactured_date", "2025-02-30", /2026-11-21/],
  ["manufactured_date", "2025-09-24T10:00", /2026-11-21/],
  ["manufactured_date", "20250924", /2026-11-21/],
  ["manufactured_date", 1.5, /2026-11-21/],
  ["instance_uuid", "473bb8cd", /UUID such as/],
  ["filament_color", "red", /no field "filament_color"/],
  ["consumed_weight", 5, /belongs in the auxiliary section/],
  ["__proto__", 5, /no field "__proto__"/],
])("refuses the %s %o with a sentence that names the field", (name, value, sentence) => {
  const main = Object.fromEntries([
    ["material_class", "FFF"],
    [name, value],
  ]);
  const encoded = encodeOpenPrintTag({ main });
  expect(encoded).toEqual({ ok: false, reason: expect.stringMatching(sentence) });
  if (!encoded.ok) {
    expect(encoded.reason).toContain(name);
    expect(encoded.reason).toMatch(/\.$/);
  }
});

test("refuses fields without material_class", () => {
  expect(encodeOpenPrintTag({ main: {} })).toMatchObject({
    reason: expect.stringMatching(/^material_class is missing/),
  });
});

test("without a size, encodes as few bytes as possible with an offset that includes the meta section", () => {
  const encodeWithBrand = (name: string) =>
    toHex(encodeOpenPrintTag({ main: { material_class: "FFF", brand_name: name }, aux: {} }));
  expect(toHex(encodeOpenPrintTag({ main: { material_class: "FFF" } }))).toBe("a0bf0800ff");
  for (let length = 1; length < 32; length++) {
    const payload = fromHex(encodeWithBrand("x".repeat(length)));
    const tag = parseOpenPrintTag(payload);
    expect(tag).toMatchObject({ tag: { aux: {}, problems: [] } });
    const offset = tag.ok ? (tag.tag.meta.aux_region_offset as number) : 0;
    expect(payload[offset - 1]).toBe(0xff);
    expect(payload.length).toBe(offset + 32);
  }
});

test("refuses fields that do not fit, with the size they take and the room there is", () => {
  const main = { material_class: "FFF", material_name: "PLA Galaxy Black" };
  const encodeWithSize = (size: number, auxSize?: number) =>
    encodeOpenPrintTag({ main }, { size, ...(auxSize && { auxSize }) });
  expect(encodeWithSize(23)).toMatchObject({ ok: true });
  expect(encodeWithSize(22)).toMatchObject({
    reason: expect.stringMatching(/take 23 bytes.*room for only 22/),
  });
  expect(encodeWithSize(22.5)).toMatchObject({ ok: false });
  expect(encodeWithSize(50, 32)).toMatchObject({
    reason: expect.stringMatching(/take 57 bytes.*room for only 50/),
  });
  expect(encodeWithSize(10, 32)).toMatchObject({ ok: false });
  expect(encodeWithSize(200, 15)).toMatchObject({
    reason: expect.stringMatching(/16 to 512 bytes, not 15/),
  });
  expect(encodeWithSize(2000, 513)).toMatchObject({
    reason: expect.stringMatching(/16 to 512 bytes, not 513/),
  });
  const aux = { workgroup: "workshop", storage_location: "Shelf B3" };
  expect(encodeOpenPrintTag({ main, aux }, { auxSize: 16 })).toMatchObject({
    reason: expect.stringMatching(/auxiliary section takes 22 bytes.*room for only 16/),
  });
});

test("no region of a large payload is longer than 512 bytes", () => {
  const tag = parseEncoded(
    encodeOpenPrintTag({ main: { material_class: "FFF" } }, { size: 840, auxSize: 32 }),
  );
  expect(tag.meta).toEqual({ main_region_size: 512, aux_region_offset: 808 });
  expect(tag.aux).toEqual({});
  expect(
    parseEncoded(encodeOpenPrintTag({ main: { material_class: "FFF" } }, { size: 840 })).meta,
  ).toEqual({
    main_region_size: 512,
  });
  expect(
    parseEncoded(encodeOpenPrintTag({ main: { material_class: "FFF" } }, { size: 513 })).meta,
  ).toEqual({});
});

test("any fields survive a round trip, and cbor2 finds the same sections", () => {
  const aux = fc.option(arbitraryFields("aux"), { nil: undefined });
  fc.assert(
    fc.property(arbitraryFields("main"), aux, fc.nat({ max: 400 }), (main, aux, extraBytes) => {
      const shortest = encodeOpenPrintTag({ main, ...(aux && { aux }) });
      if (!shortest.ok) throw new Error(shortest.reason);
      const size = shortest.payload.length + 4 + extraBytes;
      const encoded = encodeOpenPrintTag({ main, ...(aux && { aux }) }, { size });
      if (!encoded.ok) throw new Error(encoded.reason);
      expect(encoded.payload.length).toBe(size);
      for (const result of [shortest, encoded]) {
        const tag = parseEncoded(result);
        expect(tag.main).toEqual(main);
        expect(tag.aux).toEqual(aux);
        expect(tag.problems).toEqual([]);
        expect(tag.unknownFields).toEqual({});
        const [meta, mainSection] = decodeSequence(result.payload, { preferMap: true });
        expect((meta as Map<number, number>).get(2)).toBe(tag.meta.aux_region_offset);
        expect((mainSection as Map<number, unknown>).size).toBe(Object.keys(main).length);
      }
    }),
  );
});

function parseEncoded(encoded: ReturnType<typeof encodeOpenPrintTag>): OpenPrintTag {
  const tag = parseOpenPrintTag(fromHex(toHex(encoded)));
  if (!tag.ok) throw new Error(tag.reason);
  return tag.tag;
}

function toHex(encoded: ReturnType<typeof encodeOpenPrintTag>): string {
  if (!encoded.ok) throw new Error(encoded.reason);
  return Buffer.from(encoded.payload).toString("hex");
}

test("accepts the former name of a field, but not beside its present one", () => {
  const main = { material_class: "FFF", shore_hardness_a: 95 };
  expect(parseEncoded(encodeOpenPrintTag({ main })).main).toEqual({
    material_class: "FFF",
    hardness_shore_a: 95,
  });
  expect(encodeOpenPrintTag({ main: { ...main, hardness_shore_a: 90 } })).toEqual({
    ok: false,
    reason: "shore_hardness_a is now called hardness_shore_a; leave out the former name.",
  });
});

import { decodeSequence } from "cbor2";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf } from "../fixtures/vectors.ts";
import { type OpenPrintTag, parseOpenPrintTag } from "./parse.ts";
import { printOpenPrintTag } from "./print.ts";
import { arbitraryFields } from "./testing/arbitrary-fields.ts";
import { ownVectors, publishedVectors } from "./testing/vectors.ts";

/** What the reference encoder was made to write otherwise: unsorted, with unknown fields, leftovers or a larger meta region. */
const unusual = /noncanonical|unknown-keys|unknown-items|remnants|meta-region/;

const reference = [...ownVectors, ...publishedVectors()].filter(
  ({ name, decoded }) => /^(ref|official)-/.test(name) && !unusual.test(name) && decoded,
);

test("there are vectors of the reference encoder to be compared with", () => {
  expect(reference.length).toBeGreaterThan(18);
});

test.each(reference)("$name is written byte by byte as by the reference encoder", (vector) => {
  const { meta, main, aux } = vector.decoded ?? { meta: {}, main: {} };
  const size = vector.payloadHex.length / 2;
  const offset = meta.aux_region_offset;
  const printed = printOpenPrintTag(
    { main, ...(aux && { aux }) },
    { size, ...(offset !== undefined && { auxSize: size - offset }) },
  );
  expect(hexOf(printed)).toBe(vector.payloadHex);
});

test("a form and a table give text for everything", () => {
  const asText = printOpenPrintTag({
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
  const tag = read(asText);
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
  ["tags", ["glitter", "glittery"], /with commas between, but is "glitter", "glittery"/],
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
  ["filament_colour", "red", /no field "filament_colour"/],
  ["consumed_weight", 5, /belongs in the auxiliary section/],
  ["__proto__", 5, /no field "__proto__"/],
])("%s of %o is refused by its name", (name, value, sentence) => {
  const main = Object.fromEntries([
    ["material_class", "FFF"],
    [name, value],
  ]);
  const printed = printOpenPrintTag({ main });
  expect(printed).toEqual({ ok: false, reason: expect.stringMatching(sentence) });
  if (!printed.ok) {
    expect(printed.reason).toContain(name);
    expect(printed.reason).toMatch(/\.$/);
  }
});

test("the class of the material must be there", () => {
  expect(printOpenPrintTag({ main: {} })).toMatchObject({
    reason: expect.stringMatching(/^material_class is missing/),
  });
});

test("without a size it takes as few bytes as possible, and the offset counts itself", () => {
  const hexOfMain = (name: string) =>
    hexOf(printOpenPrintTag({ main: { material_class: "FFF", brand_name: name }, aux: {} }));
  expect(hexOf(printOpenPrintTag({ main: { material_class: "FFF" } }))).toBe("a0bf0800ff");
  for (let length = 1; length < 32; length++) {
    const payload = bytesOf(hexOfMain("x".repeat(length)));
    const tag = parseOpenPrintTag(payload);
    expect(tag).toMatchObject({ tag: { aux: {}, problems: [] } });
    const offset = tag.ok ? (tag.tag.meta.aux_region_offset as number) : 0;
    expect(payload[offset - 1]).toBe(0xff);
    expect(payload.length).toBe(offset + 32);
  }
});

test("what does not fit the room is refused with both numbers", () => {
  const main = { material_class: "FFF", material_name: "PLA Galaxy Black" };
  const room = (size: number, auxSize?: number) =>
    printOpenPrintTag({ main }, { size, ...(auxSize && { auxSize }) });
  expect(room(23)).toMatchObject({ ok: true });
  expect(room(22)).toMatchObject({ reason: expect.stringMatching(/take 23 bytes.*room for 22/) });
  expect(room(22.5)).toMatchObject({ ok: false });
  expect(room(50, 32)).toMatchObject({
    reason: expect.stringMatching(/take 57 bytes.*room for 50/),
  });
  expect(room(10, 32)).toMatchObject({ ok: false });
  expect(room(200, 15)).toMatchObject({ reason: expect.stringMatching(/16 to 512 bytes, not 15/) });
  expect(room(2000, 513)).toMatchObject({
    reason: expect.stringMatching(/16 to 512 bytes, not 513/),
  });
  const aux = { workgroup: "workshop", storage_location: "Shelf B3" };
  expect(printOpenPrintTag({ main, aux }, { auxSize: 16 })).toMatchObject({
    reason: expect.stringMatching(/auxiliary section takes 22 bytes, and there are 16/),
  });
});

test("on a large chip no region is longer than a section may be", () => {
  const tag = read(
    printOpenPrintTag({ main: { material_class: "FFF" } }, { size: 840, auxSize: 32 }),
  );
  expect(tag.meta).toEqual({ main_region_size: 512, aux_region_offset: 808 });
  expect(tag.aux).toEqual({});
  expect(read(printOpenPrintTag({ main: { material_class: "FFF" } }, { size: 840 })).meta).toEqual({
    main_region_size: 512,
  });
  expect(read(printOpenPrintTag({ main: { material_class: "FFF" } }, { size: 513 })).meta).toEqual(
    {},
  );
});

test("whatever is written is read back, and cbor2 agrees on where the sections are", () => {
  const aux = fc.option(arbitraryFields("aux"), { nil: undefined });
  fc.assert(
    fc.property(arbitraryFields("main"), aux, fc.nat({ max: 400 }), (main, aux, more) => {
      const least = printOpenPrintTag({ main, ...(aux && { aux }) });
      if (!least.ok) throw new Error(least.reason);
      const size = least.payload.length + 4 + more;
      const printed = printOpenPrintTag({ main, ...(aux && { aux }) }, { size });
      if (!printed.ok) throw new Error(printed.reason);
      expect(printed.payload.length).toBe(size);
      for (const result of [least, printed]) {
        const tag = read(result);
        expect(tag.main).toEqual(main);
        expect(tag.aux).toEqual(aux);
        expect(tag.problems).toEqual([]);
        expect(tag.unknownFields).toEqual({});
        const [meta, written] = decodeSequence(result.payload, { preferMap: true });
        expect((meta as Map<number, number>).get(2)).toBe(tag.meta.aux_region_offset);
        expect((written as Map<number, unknown>).size).toBe(Object.keys(main).length);
      }
    }),
  );
});

function read(printed: ReturnType<typeof printOpenPrintTag>): OpenPrintTag {
  const tag = parseOpenPrintTag(bytesOf(hexOf(printed)));
  if (!tag.ok) throw new Error(tag.reason);
  return tag.tag;
}

function hexOf(printed: ReturnType<typeof printOpenPrintTag>): string {
  if (!printed.ok) throw new Error(printed.reason);
  return Buffer.from(printed.payload).toString("hex");
}

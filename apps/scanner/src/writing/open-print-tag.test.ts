import {
  encodeNdef,
  fitsOnChip,
  mimeRecord,
  openPrintTagMediaType,
  parseTag,
  uriRecord,
} from "@scanhook/tags";
import { expect, test } from "vitest";
import {
  emptyOpenPrintTag,
  openPrintTagChip,
  readOpenPrintTagBase,
  toOpenPrintTagRecords,
} from "./open-print-tag.ts";

const galaxyValues = {
  ...emptyOpenPrintTag,
  "main.material_type": "PLA",
  "main.material_name": "PLA Galaxy Black",
  "main.brand_name": "Prusament",
  "main.primary_color": "#3d3e3d",
  "main.nominal_netto_full_weight": "1000",
  "main.filament_diameter": "1.75",
  "main.min_print_temperature": "205",
  "main.max_print_temperature": "225",
  "main.manufactured_date": "2026-05-12",
  "main.tags": "glitter, abrasive",
  "aux.consumed_weight": "12.5",
};

function createRecords(...args: Parameters<typeof toOpenPrintTagRecords>) {
  const result = toOpenPrintTagRecords(...args);
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.records;
}

test.each([false, true])(
  "the values are read back, and fill an ICODE SLIX2 only with reserveSpace: %s",
  (reserveSpace) => {
    const message = encodeNdef(createRecords(galaxyValues, { reserveSpace }));
    const reading = parseTag({ message });
    expect(reading.openPrintTag).toMatchObject({
      main: {
        material_class: "FFF",
        material_type: "PLA",
        material_name: "PLA Galaxy Black",
        brand_name: "Prusament",
        primary_color: "#3d3e3d",
        nominal_netto_full_weight: 1000,
        filament_diameter: 1.75,
        min_print_temperature: 205,
        max_print_temperature: 225,
        manufactured_date: Date.parse("2026-05-12") / 1000,
        tags: ["glitter", "abrasive"],
      },
      aux: { consumed_weight: 12.5 },
      problems: [],
    });
    expect(reading.structured?.material).toBe("PLA");
    expect(fitsOnChip(openPrintTagChip, message)).toBe(true);
    expect(fitsOnChip(openPrintTagChip, Uint8Array.from([...message, 0]))).toBe(!reserveSpace);
  },
);

test("every invalid field is reported, and a maximum below its minimum", () => {
  const result = toOpenPrintTagRecords({
    ...galaxyValues,
    "main.material_name": "x".repeat(64),
    "main.primary_color": "black",
    "main.max_print_temperature": "200",
    "main.density": "heavy",
  });
  expect(result).toMatchObject({
    ok: false,
    problems: {
      "main.material_name": { kind: "reason", reason: expect.stringMatching(/^material_name /) },
      "main.primary_color": { kind: "reason" },
      "main.max_print_temperature": { kind: "below-minimum" },
      "main.density": { kind: "reason" },
    },
  });
  if (!result.ok) expect(Object.keys(result.problems)).toHaveLength(4);
  expect(toOpenPrintTagRecords({ "main.material_class": "" })).toMatchObject({ ok: false });
});

test("an edited tag keeps unchanged fields, its size and other records", () => {
  const link = uriRecord("https://example.com/spool");
  const [record] = createRecords({ ...galaxyValues }, { reserveSpace: true });
  const existing = readOpenPrintTagBase([link, record!]);
  if (!existing.ok) throw new Error("must be readable");
  expect(existing.base.values["main.tags"]).toBe("glitter, abrasive");
  expect(existing.base.values["main.manufactured_date"]).toBe("2026-05-12");

  const unchangedRecords = createRecords(existing.base.values, { base: existing.base });
  expect(encodeNdef(unchangedRecords)).toEqual(encodeNdef([link, record!]));

  const changedRecords = createRecords(
    { ...existing.base.values, "main.material_name": "PLA Galaxy Silver", "main.density": "" },
    { base: existing.base },
  );
  expect(changedRecords[0]).toEqual(link);
  expect(changedRecords[1]?.payload.length).toBe(record?.payload.length);
  const { openPrintTag } = parseTag({ records: changedRecords });
  expect(openPrintTag?.main).toMatchObject({
    material_name: "PLA Galaxy Silver",
    material_type: "PLA",
  });
});

test("a message without an OpenPrintTag or with a damaged one cannot be edited", () => {
  expect(readOpenPrintTagBase([uriRecord("https://example.com")])).toEqual({ ok: false });
  expect(
    readOpenPrintTagBase([mimeRecord(openPrintTagMediaType, Uint8Array.of(0xff))]),
  ).toMatchObject({
    ok: false,
    reason: expect.any(String),
  });
});

import {
  fits,
  mimeRecord,
  openPrintTagMediaType,
  printNdef,
  readTag,
  uriRecord,
} from "@scanhook/tags";
import { expect, test } from "vitest";
import {
  emptyOpenPrintTag,
  openPrintTagChip,
  openPrintTagRecords,
  takeOver,
} from "./open-print-tag.ts";

const galaxy = {
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

function make(...args: Parameters<typeof openPrintTagRecords>) {
  const made = openPrintTagRecords(...args);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.records;
}

test("what is filled in is read back, and fills the tag that printers read when it is to", () => {
  for (const roomy of [false, true]) {
    const message = printNdef(make(galaxy, { roomy }));
    const reading = readTag({ message });
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
    expect(fits(openPrintTagChip, message)).toBe(true);
    expect(fits(openPrintTagChip, Uint8Array.from([...message, 0]))).toBe(!roomy);
  }
});

test("each field that is wrong says so, and a highest below a lowest too", () => {
  const made = openPrintTagRecords({
    ...galaxy,
    "main.material_name": "x".repeat(64),
    "main.primary_color": "black",
    "main.max_print_temperature": "200",
    "main.density": "heavy",
  });
  expect(made).toMatchObject({
    ok: false,
    problems: {
      "main.material_name": { kind: "reason", reason: expect.stringMatching(/^material_name /) },
      "main.primary_color": { kind: "reason" },
      "main.max_print_temperature": { kind: "below-least" },
      "main.density": { kind: "reason" },
    },
  });
  if (!made.ok) expect(Object.keys(made.problems)).toHaveLength(4);
  expect(openPrintTagRecords({ "main.material_class": "" })).toMatchObject({ ok: false });
});

test("a tag that is changed keeps what was not touched, other records included", () => {
  const link = uriRecord("https://example.com/spool");
  const [record] = make({ ...galaxy }, { roomy: true });
  const taken = takeOver([link, record!]);
  if (!taken.ok) throw new Error("must be taken over");
  expect(taken.base.values["main.tags"]).toBe("glitter, abrasive");
  expect(taken.base.values["main.manufactured_date"]).toBe("2026-05-12");

  const same = make(taken.base.values, { base: taken.base });
  expect(printNdef(same)).toEqual(printNdef([link, record!]));

  const changed = make(
    { ...taken.base.values, "main.material_name": "PLA Galaxy Silver", "main.density": "" },
    { base: taken.base },
  );
  expect(changed[0]).toEqual(link);
  expect(changed[1]?.payload.length).toBe(record?.payload.length);
  const { openPrintTag } = readTag({ records: changed });
  expect(openPrintTag?.main).toMatchObject({
    material_name: "PLA Galaxy Silver",
    material_type: "PLA",
  });
});

test("a message without an OpenPrintTag, or with a damaged one, is not taken over", () => {
  expect(takeOver([uriRecord("https://example.com")])).toEqual({ ok: false });
  expect(takeOver([mimeRecord(openPrintTagMediaType, Uint8Array.of(0xff))])).toMatchObject({
    ok: false,
    reason: expect.any(String),
  });
});

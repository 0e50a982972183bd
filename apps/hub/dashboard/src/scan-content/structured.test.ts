import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredScan } from "../api.ts";
import { toSpool } from "./structured.ts";

const scan = (structured?: Record<string, unknown>, tagType = "openPrintTag"): StoredScan => ({
  id: 1,
  inbox: "scans",
  identifier: "E0:04:01:08:66:2F:6F:BC",
  date: "2026-05-12T14:23:01Z",
  content: "",
  tagType,
  ...(structured && { structured }),
  receivedAt: "2026-05-12T14:23:02.000Z",
  repeats: 0,
});

test("reads the four keys of the webhook", () => {
  const structured = {
    material: "PLA",
    color: "#FF6F4C",
    manufacturer: "Prusament",
    uuid: "bf63e92d-9ca5-53d7-9fab-ffdd0240c585",
  };
  expect(toSpool(scan(structured))).toEqual({
    material: "PLA",
    color: "#FF6F4C",
    manufacturer: "Prusament",
    others: [["uuid", "bf63e92d-9ca5-53d7-9fab-ffdd0240c585"]],
  });
});

test("keeps unexpected values among the others, and omits missing ones", () => {
  const structured = { color: "blue", material: null, materialType: { abbreviation: "PLA" } };
  expect(toSpool(scan(structured))).toEqual({
    others: [
      ["color", "blue"],
      ["materialType", '{\n  "abbreviation": "PLA"\n}'],
    ],
  });
  expect(toSpool(scan())).toEqual({ others: [] });
});

test("returns undefined for another tag type", () => {
  expect(toSpool(scan({ material: "PLA" }, "somethingElse"))).toBeUndefined();
});

test("keeps every key with a value, whatever the sender wrote", () => {
  const keys = fc.oneof(
    fc.constantFrom("material", "color", "manufacturer", "others", "__proto__", "toString"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.dictionary(keys, fc.jsonValue()), (structured) => {
      const spool = toSpool(scan(structured))!;
      const { others, ...known } = spool;
      const shown = [...Object.keys(known), ...others.map(([key]) => key)].toSorted();
      const present = Object.entries(structured).filter(([, value]) => value !== null);
      expect(shown).toEqual(present.map(([key]) => key).toSorted());
      for (const [, value] of others) expect(value).toBeTypeOf("string");
    }),
  );
});

import { expect, test } from "vitest";
import { selectRange, toBody, toExportUrl } from "./bulk-selection.ts";

const rows = [9, 8, 7, 6, 5];

test("selects the rows between two clicks in either direction, and deselects them", () => {
  const one = selectRange(new Set(), rows, { from: undefined, to: 8, isSelected: true });
  expect([...one]).toEqual([8]);
  const range = selectRange(one, rows, { from: 8, to: 6, isSelected: true });
  expect([...range]).toEqual([8, 7, 6]);
  expect([...selectRange(new Set(), rows, { from: 6, to: 8, isSelected: true })]).toEqual([
    8, 7, 6,
  ]);
  expect([...selectRange(range, rows, { from: 8, to: 7, isSelected: false })]).toEqual([6]);
});

test("selects only the clicked row when the row clicked before is gone", () => {
  const selected = selectRange(new Set(), rows, { from: 99, to: 7, isSelected: true });
  expect([...selected]).toEqual([7]);
});

test("describes a selection for the API", () => {
  const filter = { inbox: "door", time: { kind: "any" } } as const;
  expect(toBody({ kind: "some", ids: [3, 1] })).toEqual({ ids: [3, 1] });
  expect(toBody({ kind: "all", filter, upTo: 9, count: 4 })).toEqual({
    match: { inbox: "door" },
    upTo: 9,
  });
  expect(toExportUrl({ kind: "some", ids: [3, 1] }, "csv")).toBe(
    "/api/scans/export?ids=3%2C1&format=csv",
  );
  expect(toExportUrl({ kind: "all", filter, upTo: 9, count: 4 }, "jsonl")).toBe(
    "/api/scans/export?inbox=door&upTo=9&format=jsonl",
  );
});

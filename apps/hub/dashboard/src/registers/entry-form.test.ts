import { expect, test } from "vitest";
import { type EntryDraft, rebaseDraft, toEntryChange, toEntryDraft } from "./entry-form.ts";
import type { Entry } from "./registers.ts";

const entry: Entry = {
  ...{ id: 1, label: "Screws", fields: { Size: "M4" }, blocked: false, version: 1, keys: [] },
  ...{ unit: "kg", minimum: 1.5, recalled: ["L1", "L2"] },
};
const before = toEntryDraft(entry);
const changeOf = (edits: Partial<EntryDraft>, kind: "stock" | "check-in" = "stock") =>
  toEntryChange({ ...before, ...edits }, before, kind);

test("what nobody edits is not sent, also if it is written in another way", () => {
  const same = { label: " Screws", minimum: "1,5", recalled: "L1\n\nL2\n" };
  for (const edits of [{}, same]) expect(changeOf(edits)).toEqual({ ok: true, change: {} });
  expect(changeOf({ validFrom: "" }, "check-in")).toEqual({ ok: true, change: {} });
});

test("what is edited is sent alone; empty fields remove values, and lots are lines", () => {
  expect(changeOf({ unit: " ", minimum: "", recalled: "L3\n\n L3 \n" })).toEqual({
    ...{ ok: true, change: { unit: null, minimum: null, recalled: ["L3"] } },
  });
  expect(changeOf({ label: "Nails" })).toEqual({ ok: true, change: { label: "Nails" } });
  const fields = [...before.fields, { label: "Head", value: "flat" }];
  expect(changeOf({ fields })).toMatchObject({ change: { fields: { Size: "M4", Head: "flat" } } });
});

test("a place has no minimum, a card has a number, and a guest has times", () => {
  expect(changeOf({ role: "place", minimum: "2" })).toEqual({
    ...{ ok: true, change: { role: "place" } },
  });
  expect(changeOf({ role: "number", amount: "2,5" })).toEqual({
    ...{ ok: true, change: { role: "number", amount: 2.5 } },
  });
  expect(changeOf({ validFrom: "2026-11-22T18:30" }, "check-in")).toEqual({
    ...{ ok: true, change: { validFrom: Date.parse("2026-11-22T18:30") } },
  });
});

test("a wrong quantity is a problem of its field", () => {
  expect(changeOf({ minimum: "many" })).toMatchObject({ ok: false, field: "minimum" });
});

test("fields follow an entry that changes, except for those that the person has touched", () => {
  const now = toEntryDraft({ ...entry, label: "Long screws", unit: "g", group: "Metal" });
  expect(rebaseDraft({ ...before, unit: "lb", minimum: "3" }, before, now)).toEqual({
    ...{ ...now, unit: "lb", minimum: "3" },
  });
  const fields = [{ label: "Size", value: "M5" }];
  expect(rebaseDraft({ ...before, fields }, before, now)).toEqual({ ...now, fields });
  expect(rebaseDraft(before, before, now)).toEqual(now);
});

import { expect, test } from "vitest";
import { toEntryChange, toEntryDraft } from "./entry-form.ts";
import type { Entry } from "./registers.ts";

const entry: Entry = {
  ...{ id: 1, label: "Screws", fields: { Size: "M4" }, blocked: false, version: 1, keys: [] },
  ...{ unit: "kg", minimum: 1.5, recalled: ["L1", "L2"] },
};

test("an article that nobody edits comes back with its values", () => {
  const { id: _, blocked, version, keys, ...values } = entry;
  expect(toEntryChange(toEntryDraft(entry), "stock")).toEqual({
    ...{ ok: true, change: { ...values, role: null, group: null, attention: null } },
  });
});

test("empty fields remove values, and lots are the lines that are not empty", () => {
  const draft = { ...toEntryDraft(entry), unit: " ", minimum: "", recalled: "L3\n\n L3 \n" };
  expect(toEntryChange(draft, "stock")).toMatchObject({
    change: { unit: null, minimum: null, recalled: ["L3"] },
  });
});

test("a place has no minimum, a card has a number, and a guest has times", () => {
  const draft = { ...toEntryDraft(entry), amount: "2,5", validFrom: "2026-11-22T18:30" };
  const change = (role: "place" | "number") => {
    const result = toEntryChange({ ...draft, role }, "stock");
    return result.ok && result.change;
  };
  expect(change("place")).not.toHaveProperty("minimum");
  expect(change("number")).toMatchObject({ role: "number", amount: 2.5 });
  const guest = toEntryChange(draft, "check-in");
  expect(guest).toMatchObject({ change: { validFrom: Date.parse("2026-11-22T18:30") } });
  expect(guest).not.toHaveProperty("change.role");
});

test("a wrong quantity is a problem of its field", () => {
  const draft = { ...toEntryDraft(entry), minimum: "many" };
  expect(toEntryChange(draft, "stock")).toMatchObject({ ok: false, field: "minimum" });
});

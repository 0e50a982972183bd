import { expect, test } from "vitest";
import type { ChangeRecord } from "../../../../src/store/changes.ts";
import { showFields, toExport } from "./changes.ts";

const change: ChangeRecord = {
  id: 1,
  at: "2026-11-30T08:00:00Z",
  by: "Ada",
  via: "page",
  subject: "inbox",
  name: "gate",
  action: "changed",
  fields: [],
};

test("shows from what to what a field changed, in words", () => {
  const fields = [
    { field: "keepDays", from: null, to: 30 },
    { field: "open", from: false, to: true },
    { field: "inboxes", from: ["gate", "scans"], to: [] },
    { field: "settings.url", from: "https://a.example", to: "https://b.example" },
    { field: "filter", from: { source: "nfc" }, to: undefined },
  ];
  expect(showFields({ ...change, fields })).toEqual([
    { name: "keep days", from: "nothing", to: "30" },
    { name: "open", from: "no", to: "yes" },
    { name: "inboxes", from: "gate, scans", to: "nothing" },
    { name: "settings, url", from: "https://a.example", to: "https://b.example" },
    { name: "filter", from: '{"source":"nfc"}', to: "nothing" },
  ]);
});

test("shows of a secret only its name, and one value of what was added or removed", () => {
  expect(showFields({ ...change, fields: [{ field: "password" }] })).toEqual([
    { name: "password" },
  ]);
  const added = { ...change, action: "added" as const, fields: [{ field: "role", to: "desk" }] };
  expect(showFields(added)).toEqual([{ name: "role", to: "desk" }]);
  const removed = { ...change, action: "removed" as const };
  expect(showFields({ ...removed, fields: [{ field: "role", from: "desk" }] })).toEqual([
    { name: "role", from: "desk" },
  ]);
});

test("a field that the page does not know is split into its words", () => {
  const fields = [{ field: "settings.clientId", from: "a", to: "b" }];
  expect(showFields({ ...change, fields })).toEqual([
    { name: "settings, client id", from: "a", to: "b" },
  ]);
});

test("exports what passes the filter", () => {
  expect(toExport({ subject: "", by: " " }, "csv")).toBe("/api/changes/export?format=csv");
  expect(toExport({ subject: "user", by: "Ada L" }, "jsonl")).toBe(
    "/api/changes/export?subject=user&by=Ada+L&format=jsonl",
  );
});

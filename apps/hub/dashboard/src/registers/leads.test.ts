import { expect, test } from "vitest";
import type { Rules } from "../../../src/registers/rules.ts";
import { describeLead, listLeadCounts, toAddress } from "./leads.ts";
import type { Entry } from "./registers.ts";

const now = Date.parse("2026-05-12T14:00:00.000Z");
const lead = (change: Partial<Entry> = {}): Entry => ({
  ...{ id: 1, label: "Ada Lovelace", fields: {}, blocked: false, version: 1, keys: [] },
  ...{ lead: { since: now - 3 * 60_000, door: "maria", scans: 1 } },
  ...change,
});
const consent = { key: "ok", label: "May we write?", type: "consent", required: true } as const;
const describe = (change: Partial<Entry>, rules: Rules = {}) =>
  describeLead(lead(change), { rules }, now);

test("a line has the company, the tags, the rating, and the first scan", () => {
  const questions: Rules["questions"] = [
    { key: "stars", label: "How hot?", type: "rating", max: 3 },
    { key: "topics", label: "Topics", type: "tags", options: ["Press"] },
  ];
  const fields = { Company: "Engines", "How hot?": "2", Topics: "Press" };
  const again = { since: now - 3 * 60_000, door: "maria", scans: 4 };
  expect(describe({ fields, group: "VIP", lead: again }, { questions })).toEqual({
    about: "Engines · Press · Group VIP",
    first: "First scanned 3 min ago by maria · 4 scans",
    state: "",
    rating: { stars: 2, most: 3 },
  });
  expect(describe({ fields: { Rating: "4" } }).rating).toEqual({ stars: 4, most: 5 });
  expect(describe({ fields: { Rating: "soon" } }).rating).toBeUndefined();
});

test("a line says what a contact lacks to be a lead", () => {
  const asking = { questions: [consent] };
  expect(describe({ lead: undefined }, asking)).toMatchObject({
    ...{ state: "Waiting for consent", first: "" },
  });
  expect(describe({ lead: undefined }).state).toBe("Not scanned yet");
  expect(describe({ unnamed: true, blocked: true }, asking).state).toBe("Without a name · blocked");
  const counts = { leads: 3, waiting: 2, unnamed: 1, people: [] };
  expect(listLeadCounts(counts, { rules: asking })).toEqual([
    ["Waiting for consent", 2],
    ["Without a name", 1],
  ]);
  expect(listLeadCounts(counts, { rules: {} })[0]).toEqual(["Not scanned yet", 2]);
});

test.each([
  ["Email", "ada@example.com", "mailto:ada@example.com"],
  ["Email 2", "a&b?c@example.com", "mailto:a%26b%3Fc@example.com"],
  ["Phone", "+1 555 (0100)", "tel:+15550100"],
  ["Website", "https://example.com/x", "https://example.com/x"],
  ["Website", "javascript:alert(1)", undefined],
  ["Email", "call me", undefined],
  ["Phone", "ask at the desk", undefined],
  ["Company", "https://example.com", undefined],
])("the detail %s, %s, opens %s", (label, value, address) => {
  expect(toAddress(label, value)).toBe(address);
});

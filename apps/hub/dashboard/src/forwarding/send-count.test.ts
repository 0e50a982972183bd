import { expect, test } from "vitest";
import { addCounts, countDelivered, countToSend, countUnmatched } from "./send-count.ts";

const counted = {
  asOf: "2026-05-12T14:23:01.000Z",
  scans: 128,
  pending: 1,
  matching: { unsent: 64, failed: 32, delivered: 16 },
  unmatched: { unsent: 8, failed: 4, delivered: 3 },
};

test("counts what is sent for each choice, never twice and never what is pending", () => {
  expect(countToSend(counted, { delivered: false, unmatched: false })).toBe(64 + 32);
  expect(countToSend(counted, { delivered: true, unmatched: false })).toBe(64 + 32 + 16);
  expect(countToSend(counted, { delivered: false, unmatched: true })).toBe(64 + 32 + 8 + 4);
  expect(countToSend(counted, { delivered: true, unmatched: true })).toBe(127);
  expect(countDelivered(counted)).toBe(19);
  expect(countUnmatched(counted)).toBe(15);
});

test("adds up pages, and keeps the time of the first", () => {
  const later = { ...counted, asOf: "2026-05-12T14:23:09.000Z" };
  expect(addCounts(counted, later)).toEqual({
    asOf: counted.asOf,
    scans: 256,
    pending: 2,
    matching: { unsent: 128, failed: 64, delivered: 32 },
    unmatched: { unsent: 16, failed: 8, delivered: 6 },
  });
});

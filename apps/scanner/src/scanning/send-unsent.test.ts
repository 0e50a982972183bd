import type { Outcome } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { createEntryId, type HistoryEntry } from "../history/entry.ts";
import { sendUnsent, type UnsentProgress } from "./send-unsent.ts";

const entries = ["A", "B", "C"].map(
  (content, index): HistoryEntry => ({
    id: createEntryId(1_000, index, () => 0),
    source: "code",
    scan: { identifier: content, date: "2026-05-12T14:23:01Z", content },
    body: `{ "content" : "${content}" }`,
    at: 1_000,
    outcome: { kind: "unreachable", cause: "network", reason: "offline" },
    resends: 0,
  }),
);

const accepted: Outcome = { kind: "accepted", status: 204 };
const refused = (status: number): Outcome => ({ kind: "refused", status, reason: `${status}` });

/** Sends the three scans to a receiver that responds with these outcomes in turn. */
async function run(outcomes: Outcome[], overrides: Partial<Parameters<typeof sendUnsent>[1]> = {}) {
  const sentBodies: string[] = [];
  const reports: UnsentProgress[] = [];
  let current = 0;
  const result = await sendUnsent(entries, {
    resend: async (entry) => {
      current += 1;
      expect(current).toBe(1);
      sentBodies.push(entry.body);
      await Promise.resolve();
      current -= 1;
      return { ...entry, outcome: outcomes.shift()!, isStored: true };
    },
    forDecision: false,
    refresh: async (id) => entries.find((entry) => entry.id === id),
    signal: new AbortController().signal,
    onProgress: (report) => reports.push(report),
    ...overrides,
  });
  return { result, reports, sentBodies };
}

test("sends each scan once with its own body, one after another", async () => {
  const { result, reports, sentBodies } = await run([accepted, accepted, accepted]);
  expect(sentBodies).toEqual(entries.map(({ body }) => body));
  expect(reports.map(({ done }) => done)).toEqual([0, 1, 2, 3]);
  expect(result).toEqual({ total: 3, done: 3, accepted: 3, refused: 0 });
});

test("goes on after a refusal that concerns only one scan", async () => {
  const { result } = await run([accepted, refused(422), accepted]);
  expect(result).toEqual({ total: 3, done: 3, accepted: 2, refused: 1 });
});

test.each<[string, Outcome, string]>([
  [
    "the receiver is unreachable",
    { kind: "unreachable", cause: "timeout", reason: "late" },
    "late",
  ],
  ["the credentials are refused", refused(401), "401"],
  ["no receiver is set", { kind: "not-configured" }, ""],
])("stops when %s", async (_case, outcome, reason) => {
  const { result, sentBodies } = await run([accepted, outcome]);
  expect(sentBodies).toHaveLength(2);
  expect(result).toMatchObject({ done: 1, accepted: 1, stopped: { reason } });
});

test("stops when the person asks for it", async () => {
  const controller = new AbortController();
  const { result, sentBodies } = await run([accepted], {
    signal: controller.signal,
    onProgress: ({ done }) => done === 1 && controller.abort(),
  });
  expect(sentBodies).toHaveLength(1);
  expect(result).toMatchObject({ done: 1, stopped: "person" });
});

test("leaves out a scan that was deleted or sent meanwhile", async () => {
  const { result, sentBodies } = await run([accepted, accepted], {
    refresh: async (id) => entries.find((entry, index) => entry.id === id && index !== 1),
  });
  expect(sentBodies).toEqual([entries[0]!.body, entries[2]!.body]);
  expect(result).toEqual({ total: 2, done: 2, accepted: 2, refused: 0 });
});

const admitted: Outcome = {
  kind: "accepted",
  status: 200,
  verdict: { result: "yes", word: "IN", code: "in", text: "", facts: [] },
};

test("stops at a verdict, because nobody agreed that the receiver decides about the rest", async () => {
  const { result, sentBodies } = await run([admitted, admitted, admitted]);
  expect(sentBodies).toHaveLength(1);
  expect(result).toMatchObject({ done: 1, accepted: 1, stopped: "decides" });
});

test("goes on after verdicts once the person agreed to them", async () => {
  const { result } = await run([admitted, admitted, admitted], { forDecision: true });
  expect(result).toEqual({ total: 3, done: 3, accepted: 3, refused: 0 });
});

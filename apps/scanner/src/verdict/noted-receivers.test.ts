import { expect, test } from "vitest";
import type { Job } from "../jobs/job.ts";
import { createNotedReceivers } from "./noted-receivers.ts";

const job = (number: number): Job => ({
  ...{ id: String(number), name: "", url: `https://hub.example/in/${number}`, user: "ada" },
});

function openStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test("a receiver is remembered after the app is closed, and only under its key", () => {
  const storage = openStorage();
  const leads = createNotedReceivers("leads", () => storage);
  expect(leads.has(job(1))).toBe(false);
  leads.note(job(1));
  leads.note(job(1));
  const reopened = createNotedReceivers("leads", () => storage);
  expect([reopened.has(job(1)), reopened.has(job(2)), reopened.has(undefined)]).toEqual([
    ...[true, false, false],
  ]);
  expect(createNotedReceivers("guests", () => storage).has(job(1))).toBe(false);
});

test("the newest twenty receivers are remembered", () => {
  const storage = openStorage();
  const leads = createNotedReceivers("leads", () => storage);
  for (let number = 1; number <= 21; number += 1) leads.note(job(number));
  expect([1, 2, 21].map((number) => leads.has(job(number)))).toEqual([false, true, true]);
});

test("a job without a receiver is not remembered, and forbidden storage remembers nothing", () => {
  const storage = openStorage();
  const none = { ...job(1), url: "" };
  const leads = createNotedReceivers("leads", () => storage);
  leads.note(none);
  expect(leads.has(none)).toBe(false);
  const forbidden = createNotedReceivers("leads", () => {
    throw new DOMException("denied", "SecurityError");
  });
  forbidden.note(job(1));
  expect(forbidden.has(job(1))).toBe(false);
});

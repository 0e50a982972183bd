import { expect, test } from "vitest";
import type { Job } from "../jobs/job.ts";
import { findEntryJob, findEntryJobName, toEntryJob } from "./entry-job.ts";

const first: Job = { id: "first", name: "Door", url: "https://hub.example/in/door", user: "a" };
const stock: Job = { id: "b", name: "Stock", url: "https://hub.example/in/stock?x=1", user: "b" };
const both = { all: [first, stock], on: stock };

test("an entry keeps the address of its job without the query", () => {
  const address = "https://hub.example/in/stock";
  expect(toEntryJob(stock)).toEqual({ id: "b", name: "Stock", address });
});

test("a scan belongs to the job that it was made for, also after the job got another address", () => {
  const job = { ...toEntryJob(first), address: "https://old.example/in/door" };
  expect(findEntryJob({ job, sentTo: job.address }, both)).toBe(first);
});

test("a scan whose job was removed waits until the phone is paired with its address again", () => {
  const entry = { job: toEntryJob({ ...first, id: "removed" }) };
  expect(findEntryJob(entry, both)).toBe(first);
  expect(findEntryJob(entry, { all: [stock], on: stock })).toBe("gone");
  expect(findEntryJobName(entry, { all: [stock], on: stock })).toBe("Door");
});

test("a scan of an earlier version belongs to the job of its address, else to the first job", () => {
  expect(findEntryJob({ sentTo: "https://hub.example/in/stock" }, both)).toBe(stock);
  expect(findEntryJob({ sentTo: "https://old.example/in/door" }, both)).toBe(first);
  const without = { all: [stock], on: stock };
  expect(findEntryJob({ sentTo: "https://old.example/in/door" }, without)).toBe("gone");
});

test("a scan that was made without a receiver is for its job, else for the job that is on", () => {
  const without = { all: [stock], on: stock };
  const entry = { job: toEntryJob({ ...first, url: "" }) };
  expect(findEntryJob(entry, both)).toBe(first);
  expect(findEntryJob(entry, without)).toBe(stock);
  expect(findEntryJob({}, without)).toBe(stock);
  expect(findEntryJob({}, { all: [], on: undefined })).toBeUndefined();
  // It was sent once its job had an address.
  const sent = { ...entry, sentTo: "https://hub.example/in/door" };
  expect(findEntryJob(sent, without)).toBe("gone");
});

test("a scan of an earlier version that was never sent belongs to the first job", () => {
  expect(findEntryJob({}, both)).toBe(first);
});

test("the job of a scan is named only if there are several", () => {
  const entry = { job: toEntryJob(first) };
  expect(findEntryJobName(entry, { all: [first], on: first })).toBeUndefined();
  expect(findEntryJobName(entry, both)).toBe("Door");
});

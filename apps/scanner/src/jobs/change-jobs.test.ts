import { expect, test, vi } from "vitest";
import { createJob, findJobAt, removeJob, renameJob, saveJob, toPairedJob } from "./change-jobs.ts";
import { type Job, type JobList, toJobName } from "./job.ts";

const door: Job = { id: "a", name: "", url: "https://hub.example/in/door", user: "anna" };
const stock: Job = { id: "b", name: "Stock", url: "https://hub.example/in/stock", user: "anna-2" };
const list: JobList = { jobs: [door, stock], on: "a" };

test("a saved job is added at the end and turned on", () => {
  const count: Job = { ...createJob(), url: "https://hub.example/in/count", user: "x" };
  expect(saveJob(list, count)).toEqual({ jobs: [door, stock, count], on: count.id });
});

test("a saved job takes the place of the one with its id", () => {
  const changed = { ...door, user: "bea" };
  expect(saveJob(list, changed)).toEqual({ jobs: [changed, stock], on: "a" });
});

test("no two jobs have the same name", () => {
  const other = { ...door, id: "c", url: "https://else.example/in/door" };
  const named = saveJob(list, other);
  expect(toJobName(named.jobs.at(-1)!)).toBe("door (else.example)");
  const same = saveJob(named, { ...other, id: "d", url: "https://else.example/in/door/" });
  expect(toJobName(same.jobs.at(-1)!)).toBe("door 2");
  expect(saveJob(same, { ...same.jobs[2]!, user: "x" }).jobs[2]).toMatchObject({
    title: "door (else.example)",
  });
  expect(renameJob(list, door, "Stock").jobs[0]?.name).toBe("Stock 2");
});

test("a name that tells a job from others by its host goes when the host changes", () => {
  const other = { ...door, id: "c", url: "https://else.example/in/door" };
  const [, , named] = saveJob(list, other).jobs;
  expect(named).toMatchObject({ name: "", title: "door (else.example)" });
  const moved = toPairedJob(list, { url: "https://new.example/in/door", user: "x" }, named);
  expect(toJobName(saveJob({ jobs: [stock, named!], on: "c" }, moved).jobs[1]!)).toBe("door");
});

test("a job is made on a page without HTTPS, which has no randomUUID", () => {
  const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  vi.stubGlobal("crypto", insecure);
  try {
    expect(createJob().id).toMatch(/^[0-9a-f-]{36}$/);
  } finally {
    vi.unstubAllGlobals();
  }
});

test("a new name leaves the job on that is on, and an empty one gives back the name of old", () => {
  const renamed = renameJob(list, stock, "  Cellar ");
  expect(renamed).toEqual({ jobs: [door, { ...stock, name: "Cellar" }], on: "a" });
  expect(renameJob(renamed, stock, "").jobs[1]?.name).toBe("");
});

test("when the job that is on is removed, the first of the others is on", () => {
  expect(removeJob(list, "a")).toEqual({ jobs: [stock], on: "b" });
  expect(removeJob(list, "b")).toEqual({ jobs: [door], on: "a" });
  expect(removeJob({ jobs: [door], on: "a" }, "a")).toEqual({ jobs: [], on: "" });
});

test("a receiver is found by its address, whatever its case and fragment", () => {
  expect(findJobAt(list, "https://HUB.example/in/stock#x")).toBe(stock);
  expect(findJobAt(list, "https://hub.example/in/stock?x=1")).toBeUndefined();
  expect(findJobAt({ jobs: [{ ...door, url: "" }], on: "a" }, "")).toBeUndefined();
});

test("pairing with another inbox makes another job", () => {
  const receiver = { url: "https://hub.example/in/count", user: "c", title: "Count" };
  const paired = toPairedJob(list, receiver);
  expect(paired).toEqual({ id: paired.id, name: "", ...receiver });
  expect(["a", "b"]).not.toContain(paired.id);
});

test("pairing with the inbox of a job renews it and keeps the name that a person gave it", () => {
  const receiver = { url: stock.url, user: "new", title: "Storeroom" };
  const paired = { ...stock, user: "new", title: "Storeroom" };
  expect(toPairedJob(list, receiver)).toEqual(paired);
  expect(toPairedJob(list, receiver, door)).toEqual(paired);
});

test("a replaced job keeps its name only for the same inbox at another address", () => {
  const moved = { url: "https://new.example/in/stock", user: "x" };
  expect(toPairedJob(list, moved, stock)).toEqual({ ...moved, id: "b", name: "Stock" });
  const other = { url: "https://new.example/in/count", user: "x" };
  expect(toPairedJob(list, other, stock)).toEqual({ ...other, id: "b", name: "" });
});

test("pairing fills in the only job if it has no address", () => {
  const receiver = { url: "https://hub.example/in/count", user: "c" };
  const empty: JobList = { jobs: [{ ...door, url: "" }], on: "a" };
  expect(toPairedJob(empty, receiver).id).toBe("a");
});

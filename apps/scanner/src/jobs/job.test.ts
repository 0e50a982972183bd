import fc from "fast-check";
import { expect, test } from "vitest";
import { firstJobId, parseJobs, toInboxName, toJobName } from "./job.ts";

const door = { id: "a", name: "Door", url: "https://hub.example/in/door", user: "anna" };
const stock = { id: "b", name: "", url: "https://hub.example/in/stock", user: "x", title: "Stock" };

test("restores stored jobs and the one that is on", () => {
  const list = { jobs: [door, stock], on: "b" };
  expect(parseJobs(JSON.stringify(list), null)).toEqual(list);
});

test("the receiver in the settings of an earlier version becomes the only job", () => {
  const settings = '{"receiverUrl":"https://hub.example/in/scans","user":"anna","sound":false}';
  expect(parseJobs(null, settings)).toEqual({
    jobs: [{ id: firstJobId, name: "", url: "https://hub.example/in/scans", user: "anna" }],
    on: firstJobId,
  });
});

test("stored jobs count more than the settings of an earlier version", () => {
  const settings = '{"receiverUrl":"https://hub.example/in/scans","user":"anna"}';
  const stored = JSON.stringify({ jobs: [], on: "" });
  expect(parseJobs(stored, settings)).toEqual({ jobs: [], on: "" });
});

test("without a receiver there is no job", () => {
  for (const settings of [null, "{}", '{"receiverUrl":"","user":"anna"}']) {
    expect(parseJobs(null, settings)).toEqual({ jobs: [], on: "" });
  }
});

test("drops jobs that are damaged or stored twice, and turns on the first if none is", () => {
  const stored = { jobs: [null, 3, { name: "no id" }, door, { ...door }, { id: "c" }], on: "gone" };
  expect(parseJobs(JSON.stringify(stored), null)).toEqual({
    jobs: [door, { id: "c", name: "", url: "", user: "" }],
    on: "a",
  });
});

test("accepts any text, and the job that is on is always one of the list", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), fc.json(), (stored, settings) => {
      const { jobs, on } = parseJobs(stored, settings);
      expect(jobs.map(({ id }) => id).concat(jobs.length === 0 ? "" : [])).toContain(on);
    }),
  );
});

test("a job is named by the person, else by its hub, its inbox or its host", () => {
  expect(toJobName(door)).toBe("Door");
  expect(toJobName(stock)).toBe("Stock");
  expect(toJobName({ name: "", url: door.url })).toBe("door");
  expect(toJobName({ name: "", url: "https://hooks.example/a/b" })).toBe("hooks.example");
  expect(toJobName({ name: "", url: "" })).toBe("");
});

test.each([
  ["https://hub.example/in/door", "door"],
  ["https://hub.example/in/door/?token=x", "door"],
  ["https://hub.example/in/", undefined],
  ["https://hub.example/in/a/b", undefined],
  ["https://hooks.example/hook", undefined],
  ["", undefined],
])("the inbox of %s is %s", (url, inbox) => {
  expect(toInboxName(url)).toBe(inbox);
});

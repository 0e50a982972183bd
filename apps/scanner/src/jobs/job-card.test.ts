import fc from "fast-check";
import { expect, test } from "vitest";
import type { Job } from "./job.ts";
import { findCardJob, toCardText } from "./job-card.ts";

const door: Job = {
  id: "a",
  name: "Front",
  url: "https://hub.example:8443/in/door?token=secret",
  user: "anna",
};
const jobs = [{ ...door, id: "b", url: "https://hub.example:8443/in/stock" }, door];
const card = "https://hub.example:8443/scan/#/job/door";

test("a card names the inbox and nothing secret", () => {
  expect(toCardText(door.url)).toBe(card);
});

test("a receiver that is no inbox has no card, because its address may be a secret", () => {
  for (const url of ["https://hooks.example/8f2c", "https://hub.example/in/a/b", ""]) {
    expect(toCardText(url)).toBeUndefined();
  }
});

test("a card is recognized by the phone that has its job", () => {
  expect(findCardJob(` ${card}\n`, jobs)).toBe(door);
});

test.each([
  "https://else.example:8443/scan/#/job/door",
  "https://hub.example/scan/#/job/door",
  "http://hub.example:8443/scan/#/job/door",
  "https://hub.example:8443/scan/#/job/cellar",
  "https://hub.example:8443/scan/#/job/door/x",
  "https://hub.example:8443/scan/#/job/",
  "https://hub.example:8443/in/door",
  "door",
])("%s is the card of no job of this phone", (text) => {
  expect(findCardJob(text, jobs)).toBeUndefined();
});

test("no other text is a card", () => {
  fc.assert(fc.property(fc.string(), (text) => findCardJob(text, jobs) === undefined));
});

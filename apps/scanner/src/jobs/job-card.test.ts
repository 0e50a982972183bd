import fc from "fast-check";
import { expect, test } from "vitest";
import type { Job } from "./job.ts";
import { readCard, toCardText } from "./job-card.ts";

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
  expect(readCard(` ${card}\n`, jobs)).toBe(door);
});

test.each([
  "https://else.example:8443/scan/#/job/door",
  "https://hub.example/scan/#/job/door",
  "http://hub.example:8443/scan/#/job/door",
  "https://hub.example:8443/scan/#/job/cellar",
])("%s is the card of a job that this phone does not have", (text) => {
  expect(readCard(text, jobs)).toBe("unknown");
  expect(readCard(text, [])).toBe("unknown");
});

test.each([
  "https://hub.example:8443/scan/#/job/door/x",
  "https://hub.example:8443/scan/#/job/",
  "https://hub.example:8443/scan/#/jobs",
  "https://hub.example:8443/in/door",
  "Scan https://hub.example:8443/scan/#/job/door",
  "door",
])("%s is no card", (text) => {
  expect(readCard(text, jobs)).toBeUndefined();
});

test("no other text is a card", () => {
  fc.assert(fc.property(fc.string(), (text) => readCard(text, jobs) === undefined));
});

test("the card of every inbox is a card to a phone without its job", () => {
  const inbox = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,30}$/);
  fc.assert(
    fc.property(inbox, (name) => {
      const text = toCardText(`https://192.168.1.20:8443/in/${name}`);
      expect(readCard(text!, jobs)).toBe("unknown");
    }),
  );
});

import { expect, test } from "vitest";
import { describe } from "./describe.ts";
import { toFacts, toWarnings } from "./facts.ts";

const valuesOf = (content: string) => toFacts(describe(content)).map(({ value }) => value);

test("only a Wi-Fi password is kept out of sight", () => {
  const facts = toFacts(describe("WIFI:T:WPA;S:net;P:pw;;"));
  expect(facts.filter(({ secret }) => secret).map(({ value }) => value)).toEqual(["pw"]);
  expect(toFacts(describe("WIFI:S:net;;")).some(({ secret }) => secret)).toBe(false);
});

test("a contact's numbers and addresses can be pressed, but only those that are what they say", () => {
  const facts = toFacts(
    describe(
      "MECARD:N:A;TEL:+49 30 1;EMAIL:a@b.example;URL:javascript\\:alert(1);URL:http\\://c.example;;",
    ),
  );
  expect(facts.map(({ href }) => href)).toEqual([
    undefined,
    "tel:+49301",
    "mailto:a@b.example",
    undefined,
    "http://c.example/",
  ]);
});

test("a time in a named zone is told as it is written, with the zone", () => {
  const [, starts] = valuesOf(
    "BEGIN:VEVENT\nSUMMARY:x\nDTSTART;TZID=America/New_York:20260312T083000\nEND:VEVENT",
  );
  expect(starts).toMatch(/8:30|08:30/);
  expect(starts).toContain("(America/New_York)");
});

test("an event on a whole day has no time", () => {
  const [, starts] = valuesOf("BEGIN:VEVENT\nSUMMARY:x\nDTSTART;VALUE=DATE:20260312\nEND:VEVENT");
  expect(starts).toMatch(/2026.*, all day$/);
});

test("what may deceive about a link is said", () => {
  expect(toWarnings(describe("https://example.com/"))).toEqual([]);
  expect(toWarnings(describe("http://example.com/"))).toHaveLength(1);
  expect(toWarnings(describe("https://paypal.com@evil.example/"))[0]).toContain("paypal.com");
  expect(toWarnings(describe("https://аррӏе.com/"))).toHaveLength(1);
});

import { parseContent } from "@scanhook/content";
import { expect, test } from "vitest";
import { toFacts, toWarnings } from "./facts.ts";

const valuesOf = (content: string) => toFacts(parseContent(content)).map(({ value }) => value);

test("hides only the password of a Wi-Fi network", () => {
  const facts = toFacts(parseContent("WIFI:T:WPA;S:net;P:pw;;"));
  expect(facts.filter(({ secret }) => secret).map(({ value }) => value)).toEqual(["pw"]);
  expect(toFacts(parseContent("WIFI:S:net;;")).some(({ secret }) => secret)).toBe(false);
});

test("links the numbers and addresses of a contact, except an address with a harmful scheme", () => {
  const facts = toFacts(
    parseContent(
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

test("lists the parts of a GS1 code after its text, and of a GS1 link after its address", () => {
  const facts = (content: string) =>
    toFacts(parseContent(content)).map(({ label, value }) => `${label}: ${value}`);
  expect(facts("]C1010952123454321410AB\u001d3103001750")).toEqual([
    "Text: ]C1010952123454321410AB\u001d3103001750",
    "(01) Product (GTIN): 09521234543214 · wrong check digit, perhaps misread",
    "(10) Batch or lot: AB",
    "(3103) Net weight: 1.750 kg",
  ]);
  expect(facts("https://id.gs1.org/01/09506000134352?17=270200").slice(2)).toEqual([
    "(01) Product (GTIN): 09506000134352",
    expect.stringMatching(/^\(17\) Expiration date: February 2027$/),
  ]);
});

test("lists the parts of a supplier's label after its text", () => {
  const label = "[)>\u001e06\u001d1PMC34063ADR\u001dQ3\u001e\u0004";
  expect(toFacts(parseContent(label)).slice(1)).toEqual([
    { label: "(1P) Supplier part number", value: "MC34063ADR" },
    { label: "(Q) Quantity", value: "3" },
  ]);
});

test("names all recipients of a mail, and further contacts", () => {
  expect(valuesOf("mailto:a@b.example?cc=c@d.example&bcc=e@f.example")).toEqual([
    "a@b.example",
    "c@d.example",
    "e@f.example",
  ]);
  const cards = "BEGIN:VCARD\nFN:Ann\nEND:VCARD\nBEGIN:VCARD\nFN:Bob\nEND:VCARD";
  expect(valuesOf(cards)).toEqual(["Ann", "Bob"]);
});

test("formats a time in a named zone as it is written, with the zone", () => {
  const [, starts] = valuesOf(
    "BEGIN:VEVENT\nSUMMARY:x\nDTSTART;TZID=America/New_York:20260312T083000\nEND:VEVENT",
  );
  expect(starts).toMatch(/8:30|08:30/);
  expect(starts).toContain("(America/New_York)");
});

test("formats an all-day event without a time", () => {
  const [, starts] = valuesOf("BEGIN:VEVENT\nSUMMARY:x\nDTSTART;VALUE=DATE:20260312\nEND:VEVENT");
  expect(starts).toMatch(/2026.*, all day$/);
});

test("shows the last day of an event of several days, and no end for an event of one day", () => {
  const event = (end: string) =>
    valuesOf(
      `BEGIN:VEVENT\nSUMMARY:x\nDTSTART;VALUE=DATE:20260312\nDTEND;VALUE=DATE:${end}\nEND:VEVENT`,
    );
  expect(event("20260313")).toHaveLength(2);
  expect(event("20260315")[2]).toMatch(/14.*2026|2026.*14/);
});

test("warns of an unencrypted link, a user name before the host, and mixed scripts", () => {
  expect(toWarnings(parseContent("https://example.com/"))).toEqual([]);
  expect(toWarnings(parseContent("http://example.com/"))).toHaveLength(1);
  expect(toWarnings(parseContent("https://paypal.com@evil.example/"))[0]).toContain("paypal.com");
  expect(toWarnings(parseContent("https://аррӏе.com/"))).toHaveLength(1);
});

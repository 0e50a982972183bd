import fc from "fast-check";
import { expect, test } from "vitest";
import { classifyContent, mayHaveParts, parseWebLink, toOneLine } from "./content-kind.ts";

test.each([
  ["0109521234543213", true],
  ["010952123454321310AB\u001d17200101", true],
  ["\u001d10AB", true],
  ["]C110AB", true],
  ["(01)09521234543213", true],
  ["4006381333931", false],
  ["https://id.gs1.org/01/09506000134352", true],
  ["https://example.com/8004/9520614141?10=A", true],
  ["https://example.com", false],
  ["https://example.com/a/12?b=/01/0950", false],
  ["", false],
] as const)("%j may be from a GS1 code: %s", (content, expected) => {
  expect(mayHaveParts(content)).toBe(expected);
});

test.each([
  ["https://example.com/a?b=1", "link"],
  ["HTTP://EXAMPLE.COM", "link"],
  ["WIFI:T:WPA;S:net;P:pass;;", "wifi"],
  ["BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEND:VCARD", "contact"],
  ["MECARD:N:Ada;;", "contact"],
  ["BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT", "event"],
  ["tel:+4930123456", "phone"],
  ["mailto:ada@example.com", "mail"],
  ["SMSTO:+4930123456:hello", "sms"],
  ["geo:52.52,13.4", "place"],
  ["4006381333931", "number"],
  ["96385074", "number"],
  ["012345678905", "number"],
  ["12345", "text"],
  ["see https://example.com", "text"],
  ["javascript:alert(1)", "text"],
  ["", "empty"],
] as const)("classifies %j as %s", (content, kind) => {
  expect(classifyContent(content)).toBe(kind);
});

test("names control characters and line ends on one line", () => {
  expect(toOneLine("0104006381333931\u001d10ABC\r\nnext\tend\u007f\u0085")).toBe(
    "0104006381333931‹GS›10ABC ↵ next‹TAB›end‹DEL›‹85›",
  );
});

test("names characters that change the direction of a text", () => {
  expect(toOneLine("invoice_\u202egpj.exe")).toBe("invoice_‹RLO›gpj.exe");
});

test("describes a content of spaces and line ends", () => {
  expect(toOneLine(" ")).toBe("(1 blank character)");
  expect(toOneLine(" \n\u00a0")).toBe("(3 blank characters)");
  expect(toOneLine("")).toBe("");
});

test("removes every control character from any content", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (content) => {
      expect(toOneLine(content)).not.toMatch(/\p{Cc}/u);
    }),
  );
});

test("parses only complete http and https URLs as links", () => {
  expect(parseWebLink("https://example.com/a")?.host).toBe("example.com");
  expect(parseWebLink("http://10.0.0.2")?.protocol).toBe("http:");
  for (const content of ["javascript:alert(1)", "data:text/html,x", "https://", "intent://x", ""]) {
    expect(parseWebLink(content)).toBeUndefined();
  }
});

test("never parses a link of another scheme from any content", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((t) => `http://${t}`),
      ),
      (text) => {
        expect(["http:", "https:", undefined]).toContain(parseWebLink(text)?.protocol);
      },
    ),
  );
});

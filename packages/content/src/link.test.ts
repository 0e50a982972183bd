import { describe, expect, test } from "vitest";
import { parseContent } from "./content.ts";
import { parseLink } from "./link.ts";
import { listOpenings } from "./openings.ts";

describe("a link", () => {
  test("contains the host and port that a browser connects to", () => {
    expect(parseContent("https://example.com:8443/a?b=c#d")).toEqual({
      kind: "link",
      url: "https://example.com:8443/a?b=c#d",
      host: "example.com:8443",
      hasMixedScripts: false,
    });
    expect(parseContent(" HTTP://EXAMPLE.COM/x ")).toMatchObject({ host: "example.com" });
    expect(parseContent("www.example.com/x")).toMatchObject({ url: "https://www.example.com/x" });
  });

  test("has the title of a bookmark", () => {
    expect(
      parseContent("MEBKM:TITLE:Google Mobile;URL:http\\://google.com/mobile;;"),
    ).toMatchObject({
      url: "http://google.com/mobile",
      title: "Google Mobile",
    });
  });

  test("has only the Punycode form of a host that mixes scripts", () => {
    // A published attack: "apple" in Cyrillic letters. The Latin "com" makes the host mixed.
    expect(parseContent("https://аррӏе.com/")).toEqual({
      kind: "link",
      url: "https://xn--80ak6aa92e.com/",
      host: "xn--80ak6aa92e.com",
      hasMixedScripts: true,
    });
  });

  test("has the Unicode form of a host whose letters are of one script", () => {
    expect(parseContent("https://münchen.de/")).toMatchObject({
      host: "xn--mnchen-3ya.de",
      unicodeHost: "münchen.de",
      hasMixedScripts: false,
    });
    expect(parseContent("https://例え.jp/")).toMatchObject({
      unicodeHost: "例え.jp",
      hasMixedScripts: false,
    });
    expect(parseContent("https://президент.рф/")).toMatchObject({ unicodeHost: "президент.рф" });
  });

  test("separates the user name before an @ from the host", () => {
    expect(parseContent("https://paypal.com@evil.example/login")).toMatchObject({
      host: "evil.example",
      userName: "paypal.com",
    });
  });

  test.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "intent://scan/#Intent;scheme=zxing;package=com.example;end",
    "file:///etc/passwd",
    "vbscript:x",
    "otpauth://totp/Example:alice?secret=JBSWY3DPEHPK3PXP",
    "https://",
    "http:// example.com",
    "see https://example.com",
  ])("is not found in %s, and nothing is offered to open", (content) => {
    expect(parseContent(content)).toEqual({ kind: "text", text: content });
    expect(listOpenings(parseContent(content))).toEqual([]);
  });
});

test("a host of more than 1,000 characters makes no link, and a path of as many does", () => {
  const long = "a".repeat(1000);
  expect(parseLink(`https://${long}`)?.host).toBe(long);
  expect(parseLink(`https://${long}a`)).toBeUndefined();
  expect(parseLink(`https://a.example/${long}`)?.host).toBe("a.example");
});

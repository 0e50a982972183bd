import fc from "fast-check";
import { expect, test } from "vitest";
import { fillReturn, parseReturn, placeholders, type ReturnValues } from "./return-url.ts";

function parseAddress(text: string) {
  const parsed = parseReturn(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.reason}`);
  return parsed.address;
}
/** The reason why a return address is refused, or "accepted". */
const toVerdict = (text: string) => {
  const parsed = parseReturn(text);
  return parsed.ok ? "accepted" : parsed.reason;
};

test("placeholders are replaced with the percent-encoded values of the scan", () => {
  const address = parseAddress("https://shop.example/found?code={CODE}&kind={FORMAT}#at-{TAG-ID}");
  expect(fillReturn(address, { CODE: "a&b=c#d ü", FORMAT: "QR_CODE" })).toBe(
    "https://shop.example/found?code=a%26b%3Dc%23d%20%C3%BC&kind=QR_CODE#at-",
  );
});

test("the placeholders of NFC Tools are replaced in the same way", () => {
  const address = parseAddress(
    "https://example.com/?tagid={TAG-ID}&size={TAG-SIZE}&text={NDEF-TEXT}&uri={NDEF-URI}#result",
  );
  const values = { "TAG-ID": "04:A2:B3", "TAG-SIZE": "12", "NDEF-URI": "https://example.org/7" };
  expect(fillReturn(address, values)).toBe(
    "https://example.com/?tagid=04%3AA2%3AB3&size=12&text=&uri=https%3A%2F%2Fexample.org%2F7#result",
  );
});

test("a percent-encoded placeholder is replaced, and an unknown one is left unchanged", () => {
  const address = parseAddress("https://example.com/%7BCODE%7D?{code}={OTHER}");
  expect(fillReturn(address, { CODE: "7" })).toBe("https://example.com/7?7={OTHER}");
});

test("addresses with the scheme of another app are accepted", () => {
  for (const address of [
    "myapp://done?x={CODE}",
    "com.example.app:/{CODE}",
    "myapp:{CODE}",
    "myapp://a.{CODE}/b",
  ]) {
    expect(toVerdict(address)).toBe("accepted");
  }
  expect(fillReturn(parseAddress("myapp://{CODE}"), { CODE: "a b" })).toBe("myapp://a%20b");
});

test("schemes that run scripts, open files, dial or change settings are refused", () => {
  for (const address of [
    "javascript:alert(1)",
    "JavaScript:alert({CODE})",
    "data:text/html,<script>{CODE}</script>",
    "file:///etc/passwd",
    "blob:https://example.com/7",
    "filesystem:https://example.com/7",
    "intent://scan/#Intent;scheme=zxing;end",
    "content://media/1",
    "about:blank",
    "view-source:https://example.com",
    "chrome://settings",
    "ms-settings:privacy",
    "ms-msdt:/id",
    "search-ms:query=x",
    "itms-apps://x",
    "tel:+43{CODE}",
    "sms:123",
    "ftp://example.com",
    "ws://example.com",
    "scanhook://scan-code",
    "web+scanhook:scan-code",
    "nfc://scan",
    "vbscript:x",
  ]) {
    expect([address, toVerdict(address)]).toEqual([address, "return-scheme"]);
  }
  expect(toVerdict("http://example.com/?{CODE}")).toBe("return-not-https");
});

test("deceptive and malformed addresses are refused with the reason", () => {
  expect(toVerdict("https://example.com@evil.example/")).toBe("return-credentials");
  expect(toVerdict("https://user:word@example.com/")).toBe("return-credentials");
  expect(toVerdict("https://{CODE}@example.com/")).toBe("return-credentials");
  expect(toVerdict("https://{CODE}.example.com/")).toBe("return-host");
  expect(toVerdict("https://example.com{CODE}/")).toBe("return-host");
  expect(toVerdict("https://example.com:{CODE}/")).toBe("return-host");
  expect(toVerdict("https://%7BCODE%7D/")).toBe("return-host");
  expect(toVerdict("myapp://user@{CODE}")).toBe("return-credentials");
  expect(toVerdict("myapp://host:{CODE}/")).toBe("return-host");
  expect(toVerdict("myapp://[{CODE}]/")).toBe("return-host");
  // With empty values, these would begin with a host.
  expect(toVerdict("myapp:{CODE}//host:{TAG-SIZE}")).toBe("return-host");
  expect(toVerdict("myapp:/{CODE}/host")).toBe("return-host");
  expect(toVerdict("https://{CODE}/")).toBe("return-host");
  for (const address of [
    "",
    "example.com/{CODE}",
    "//example.com",
    "https:example.com",
    "https:///example.com",
    "https:\\\\example.com",
    "https%3A%2F%2Fexample.com",
    "{CODE}://example.com",
    "{CODE}:alert(1)",
    "https://exam\u202eple.com/",
    "https://example.com/a b",
    "java\tscript:alert(1)",
    `https://example.com/${"a".repeat(3000)}`,
  ]) {
    expect([address, toVerdict(address)]).toEqual([address, "return-malformed"]);
  }
});

const fragments = fc.constantFrom(
  ...placeholders.map((name) => `{${name}}`),
  "https://",
  "javascript:",
  "data:",
  "myapp:",
  "//",
  "/",
  ":",
  "@",
  "?",
  "#",
  "%",
  "%7BCODE%7D",
  "[",
  "]",
  ".",
  "..",
  "\\",
  "example.com",
);
const addresses = fc.oneof(
  fc
    .array(fc.oneof(fragments, fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 10 })
    .map((parts) => parts.join("")),
  fc
    .tuple(
      fc.constantFrom("https://example.com", "https://example.com/", "myapp://", "a.b:"),
      fc.array(fc.oneof(fragments, fc.string({ maxLength: 4 })), { maxLength: 6 }),
    )
    .map(([start, parts]) => start + parts.join("")),
);
const values: fc.Arbitrary<ReturnValues> = fc.dictionary(
  fc.constantFrom(...placeholders),
  fc.oneof(fc.string({ unit: "binary" }), fragments, fc.constant("javascript:alert(1)//@:/?#[]")),
);

test("no scan changes the scheme or the host of an accepted address, or adds credentials to it", () => {
  fc.assert(
    fc.property(addresses, values, (text, scanned) => {
      const parsed = parseReturn(text);
      if (!parsed.ok) return;
      const empty = new URL(fillReturn(parsed.address, {}));
      const filled = new URL(fillReturn(parsed.address, scanned));
      expect(filled.protocol).toBe(empty.protocol);
      expect(["javascript:", "data:", "file:", "blob:", "intent:", "http:"]).not.toContain(
        filled.protocol,
      );
      if (filled.protocol === "https:") expect(filled.host).toBe(empty.host);
      expect(filled.username + filled.password).toBe("");
      expect(filled.href).toMatch(/^[\x21-\x7e]*$/);
    }),
  );
});

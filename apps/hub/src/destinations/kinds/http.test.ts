import fc from "fast-check";
import { expect, test } from "vitest";
import { completeSettings, parseFields } from "../fields.ts";
import type { HttpMessage } from "../http-auth.ts";
import type { Making, OutgoingScan } from "../kind.ts";
import { findKind } from "../kinds.ts";

const kind = findKind("http")!;
const scan: OutgoingScan = {
  id: 7,
  inbox: "shelf",
  identifier: "04:A2",
  date: "2026-05-12T14:23:01Z",
  content: "A/7 ü",
  receivedAt: "2026-05-12T14:23:02.000Z",
  repeats: 0,
  body: '{"identifier":"04:A2","extra":1}',
};

function make(given: Record<string, unknown>, more: Partial<Making> = {}) {
  const parsed = parseFields(kind, { url: "https://example.org/in", ...given });
  if (!parsed.ok) throw new Error(parsed.reason);
  return kind.make({
    settings: completeSettings(kind, parsed.settings),
    secrets: parsed.secrets,
    shape: { format: "ready-made" },
    scan,
    messageId: "msg_1",
    now: new Date(),
    ...more,
  });
}

function message(given: Record<string, unknown>, more?: Partial<Making>): HttpMessage {
  const made = make(given, more);
  if (!made.ok) throw new Error(made.reason);
  return made.messages[0] as HttpMessage;
}

test("ready-made is JSON with all that the hub knows of the scan", () => {
  const { body, headers, method } = message({});
  expect([method, headers]).toEqual(["POST", { "content-type": "application/json" }]);
  expect(JSON.parse(body)).toEqual({
    identifier: "04:A2",
    date: "2026-05-12T14:23:01Z",
    content: "A/7 ü",
    id: 7,
    inbox: "shelf",
    user: null,
    source: null,
    tag: null,
    tagName: null,
    receivedAt: "2026-05-12T14:23:02.000Z",
    repeats: 0,
  });
  const structured = { materialType: { abbreviation: "PLA" } };
  const tagged = { ...scan, tagType: "openPrintTag", structured };
  expect(JSON.parse(message({}, { scan: tagged }).body)).toMatchObject({
    tagType: "openPrintTag",
    structured,
  });
});

test("address and headers are filled in, the address percent-encoded", () => {
  const { url, headers } = message({
    url: "https://example.org/codes/{{ content }}?tag={{ identifier }}#part",
    headers: { "X-Code": "{{ content }}", "Content-Type": "application/scan+json", "x-empty": "" },
  });
  expect(url).toBe("https://example.org/codes/A%2F7%20%C3%BC?tag=04%3AA2");
  expect(headers).toEqual({ "x-code": "A/7 ü", "content-type": "application/scan+json" });
});

test("what was scanned makes no second header and no second line of one", () => {
  const hostile = { ...scan, content: "a\r\nx-admin: 1\n\tb\0" };
  expect(message({ headers: { "X-Code": "{{ content }}" } }, { scan: hostile }).headers).toEqual({
    "content-type": "application/json",
    "x-code": "a x-admin: 1 b",
  });
});

test("GET goes out without a body", () => {
  expect(message({ method: "get" })).toMatchObject({ method: "GET", body: "", headers: {} });
});

test("nothing that was scanned leads to another host or out of its folder", () => {
  const property = fc.property(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "..",
        ".",
        "../..",
        "..\\..",
        "%2e%2e",
        "//evil.example/",
        "@evil.example",
        "\\\\evil.example",
      ),
      fc.webUrl(),
    ),
    fc.constantFrom("{{ content }}", "{{ content }}/end", "x{{ content }}", "{{ content | raw }}"),
    (content, tail) => {
      const made = make(
        { url: `https://example.org:8443/api/v1/${tail}` },
        { scan: { ...scan, content } },
      );
      if (!made.ok) return;
      const url = new URL((made.messages[0] as HttpMessage).url);
      expect(url.host).toBe("example.org:8443");
      expect(url.pathname.startsWith("/api/v1/")).toBe(true);
    },
  );
  fc.assert(property);
});

test.each([
  [{ url: "https://example.org/{{ content }}" }, "the address"],
  [{ url: "https://example.org/", headers: { "X-Code": "{{ content }}" } }, "the header X-Code"],
])("what was scanned is too long for a part of %j, and only this scan fails", (settings, part) => {
  const long = make(settings, { scan: { ...scan, content: "x".repeat(9000) } });
  expect(long).toEqual({
    ok: false,
    reason: expect.stringMatching(
      new RegExp(`^With this scan filled in, ${part} has more than 8000 characters`),
    ),
  });
  expect(make(settings, { scan: { ...scan, content: "x".repeat(7000) } }).ok).toBe(true);
});

test.each([
  [{ url: "ftp://example.org/" }, "url"],
  [{ url: "https://{{ content }}/" }, "url"],
  [{ url: "https://example.org{{ content }}" }, "url"],
  [{ url: "https://example.org:{{ content }}/" }, "url"],
  [{ url: "https://ada:secret@example.org/" }, "url"],
  [{ url: "https://example.org/{{ content | nonsense }}" }, "url"],
  [{ url: "https://example.org/ {{ content }}" }, "url"],
  [{ method: "CONNECT" }, "method"],
  [{ method: "GET /" }, "method"],
  [{ headers: { "a b": "1" } }, "headers"],
  [{ headers: { Host: "evil.example" } }, "headers"],
  [{ headers: { a: "{% if %}" } }, "headers"],
  [{ headers: "a: b" }, "headers"],
  [{ auth: "basic", password: "p" }, "username"],
  [{ auth: "basic", username: "u" }, "password"],
  [{ auth: "hmac-standard", signingSecrets: "short" }, "signingSecrets"],
  [{ timeout: 0 }, "timeout"],
  [{ ca: "no certificate" }, "ca"],
  [{ nonsense: 1 }, "nonsense"],
])("%j is refused at its field", (given, field) => {
  expect(parseFields(kind, { url: "https://example.org/in", ...given })).toEqual({
    ok: false,
    field,
    reason: expect.stringMatching(/\.$/),
  });
});

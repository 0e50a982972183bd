import fc from "fast-check";
import { expect, test } from "vitest";
import type { OutgoingScan } from "../../shaping/outgoing-scan.ts";
import { completeSettings, parseFields } from "../fields.ts";
import type { HttpMessage, MessageInput } from "../kind.ts";
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

function createMessages(input: Record<string, unknown>, overrides: Partial<MessageInput> = {}) {
  const parsed = parseFields(kind, { url: "https://example.org/in", ...input });
  if (!parsed.ok) throw new Error(parsed.reason);
  return kind.createMessages({
    settings: completeSettings(kind, parsed.settings),
    secrets: parsed.secrets,
    shape: { format: "ready-made" },
    scan,
    messageId: "msg_1",
    now: new Date(),
    ...overrides,
  });
}

function createMessage(
  input: Record<string, unknown>,
  overrides?: Partial<MessageInput>,
): HttpMessage {
  const result = createMessages(input, overrides);
  if (!result.ok) throw new Error(result.reason);
  return result.messages[0] as HttpMessage;
}

test("the shape ready-made is JSON with everything the hub knows about the scan", () => {
  const { body, headers, method } = createMessage({});
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
  const taggedScan = { ...scan, tagType: "openPrintTag", structured };
  expect(JSON.parse(createMessage({}, { scan: taggedScan }).body)).toMatchObject({
    tagType: "openPrintTag",
    structured,
  });
});

test("address and headers are filled in, and values in the address are percent-encoded", () => {
  const { url, headers } = createMessage({
    url: "https://example.org/codes/{{ content }}?tag={{ identifier }}#part",
    allowsSlashes: true,
    headers: { "X-Code": "{{ content }}", "Content-Type": "application/scan+json", "x-empty": "" },
  });
  expect(url).toBe("https://example.org/codes/A%2F7%20%C3%BC?tag=04%3AA2");
  expect(headers).toEqual({ "x-code": "A/7 ü", "content-type": "application/scan+json" });
});

// nginx decodes %2F before it resolves "..", and many servers read it as a slash.
test.each([
  ["../delete/42", "https://example.org/items/count/{{ content }}", "the address is invalid"],
  ["..\\delete", "https://example.org/items/count/{{ content }}", "the address is invalid"],
  ["..", "https://example.org/items/a%2F{{ content }}", "the address is invalid"],
  ["a/b", "https://example.org/items/{{ content }}", "another slash"],
  ["a\\b", "https://example.org/items/{{ content }}/end", "another slash"],
  ["%2F", "https://example.org/items/{{ content | raw }}", "another slash"],
])("a scan of %j leads nowhere else below %s", (content, url, reason) => {
  const result = createMessages({ url }, { scan: { ...scan, content } });
  expect(result).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
});

test.each([
  [{ url: "https://example.org/groups%2Fa/{{ content }}" }, "b", "/groups%2Fa/b"],
  [{ url: "https://example.org/items?code={{ content }}" }, "a/b", "/items?code=a%2Fb"],
  [{ url: "https://example.org/{{ content | replace: '/', '-' }}" }, "a/b", "/a-b"],
  [{ url: "https://example.org/{{ content }}", allowsSlashes: true }, "a/b", "/a%2Fb"],
])("%j takes a scan of %j", (input, content, path) => {
  const { url } = createMessage(input, { scan: { ...scan, content } });
  expect(url).toBe(`https://example.org${path}`);
});

test("a scanned value cannot add a header or a second line to one", () => {
  const hostileScan = { ...scan, content: "a\r\nx-admin: 1\n\tb\0" };
  expect(
    createMessage({ headers: { "X-Code": "{{ content }}" } }, { scan: hostileScan }).headers,
  ).toEqual({
    "content-type": "application/json",
    "x-code": "a x-admin: 1 b",
  });
});

test("GET goes out without a body", () => {
  expect(createMessage({ method: "get" })).toMatchObject({ method: "GET", body: "", headers: {} });
});

test("no scanned value leads to another host or out of the folder", () => {
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
    (content, pathTemplate) => {
      const result = createMessages(
        { url: `https://example.org:8443/api/v1/${pathTemplate}` },
        { scan: { ...scan, content } },
      );
      if (!result.ok) return;
      const url = new URL((result.messages[0] as HttpMessage).url);
      expect(url.host).toBe("example.org:8443");
      expect(url.pathname.startsWith("/api/v1/")).toBe(true);
    },
  );
  fc.assert(property);
});

test.each([
  [{ url: "https://example.org/{{ content }}" }, "the address"],
  [{ url: "https://example.org/", headers: { "X-Code": "{{ content }}" } }, "the header X-Code"],
])("a scanned value that is too long for %j fails only this scan", (settings, subject) => {
  const result = createMessages(settings, { scan: { ...scan, content: "x".repeat(9000) } });
  expect(result).toEqual({
    ok: false,
    reason: expect.stringMatching(
      new RegExp(`^With the values of this scan, ${subject} has more than 8000 characters`),
    ),
  });
  expect(createMessages(settings, { scan: { ...scan, content: "x".repeat(7000) } }).ok).toBe(true);
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
])("the values %j are refused at their field", (input, field) => {
  expect(parseFields(kind, { url: "https://example.org/in", ...input })).toEqual({
    ok: false,
    field,
    reason: expect.stringMatching(/\.$/),
  });
});

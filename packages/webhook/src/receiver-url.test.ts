import { expect, test } from "vitest";
import { parseReceiverUrl } from "./receiver-url.ts";

const loopbackPage = { origin: "http://localhost:8080" };
const hubPage = { origin: "https://192.168.1.5:8443" };

test.each([
  ["https://example.com/scans", hubPage],
  [" https://192.168.1.5:8443/in/scans?x=1 ", hubPage],
  ["http://localhost:1880/scan", loopbackPage],
  ["http://127.0.0.1:1880/scan", loopbackPage],
  ["http://[::1]:1880/scan", undefined],
])("accepts %s", (text, page) => {
  expect(parseReceiverUrl(text, page)).toEqual({ ok: true, url: new URL(text.trim()) });
});

test.each([
  ["", hubPage, { problem: "empty" }, /Enter the receiver URL/],
  [
    " example.com/scans",
    hubPage,
    { problem: "not-a-url", address: "example.com/scans" },
    /“example.com\/scans” is not a receiver URL/,
  ],
  [
    "http://example.com/scans",
    hubPage,
    { problem: "insecure" },
    /anybody on the network.*use https/,
  ],
  [
    "http://192.168.1.5/scans",
    loopbackPage,
    { problem: "insecure" },
    /anybody on the network.*use https/,
  ],
  [
    "http://127.0.0.1.example.com/",
    loopbackPage,
    { problem: "insecure" },
    /anybody on the network.*use https/,
  ],
  [
    "http://localhost:1880/scan",
    hubPage,
    { problem: "page-elsewhere" },
    /^This page was loaded from another machine.*use https/,
  ],
  [
    "http://[::1]:1880/scan",
    hubPage,
    { problem: "page-elsewhere" },
    /^This page was loaded from another machine.*use https/,
  ],
  ["ftp://example.com/", hubPage, { problem: "scheme", scheme: "ftp:" }, /ftp:/],
  ["https://me:secret@example.com/", hubPage, { problem: "credentials" }, /own fields/],
  [
    "javascript:alert(1)",
    hubPage,
    { problem: "not-a-url", address: "javascript:alert(1)" },
    /not a receiver URL/,
  ],
])("refuses %j with a problem and a reason", (text, page, problem, reason) => {
  expect(parseReceiverUrl(text, page)).toEqual({
    ok: false,
    ...problem,
    reason: expect.stringMatching(reason),
  });
});

import { expect, test } from "vitest";
import { moreTexts } from "../texts/more.ts";
import { pair, toDeviceName } from "./pairing.ts";

const page = "https://hub.local:8443/scan/#/qr";

const respondWith = (status: number, body: unknown) => async () =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), { status });

test("sends the code to the hub that served the app and returns its receiver", async () => {
  const requests: [string, unknown][] = [];
  const result = await pair({ code: "abc", device: "My phone" }, page, {
    fetch: async (url, init) => {
      requests.push([String(url), JSON.parse(String(init?.body))]);
      return Response.json({
        url: "https://hub.local:8443/in/scans",
        user: "phone-1",
        password: "pw",
        inbox: "scans",
      });
    },
  });
  expect(requests).toEqual([
    ["https://hub.local:8443/scan/pair", { code: "abc", device: "My phone" }],
  ]);
  expect(result).toEqual({
    kind: "paired",
    pairing: {
      url: "https://hub.local:8443/in/scans",
      user: "phone-1",
      password: "pw",
      inbox: "scans",
    },
  });
});

test.each([410, 429, 503])("returns the hub's message for a %i", async (status) => {
  const body = { message: "Why.", error: { code: "x", message: "Why." } };
  expect(await pair({ code: "x" }, page, { fetch: respondWith(status, body) })).toEqual({
    kind: "refused",
    status,
    reason: "Why.",
  });
});

test("returns that the code is gone for a 410 without a message", async () => {
  expect(await pair({ code: "x" }, page, { fetch: respondWith(410, "gone") })).toEqual({
    kind: "gone",
  });
});

test("returns the status of a response that does not come from a hub", async () => {
  const responses: [number, unknown][] = [
    [404, "no"],
    [200, "<html>"],
    [200, { url: 1 }],
    // Over an unencrypted receiver URL, others could read the password.
    [200, { url: "http://hub.local/in/x", user: "a", password: "b" }],
  ];
  for (const [status, body] of responses) {
    const result = await pair({ code: "x" }, page, { fetch: respondWith(status, body) });
    expect(result).toEqual({ kind: "unexpected", status });
  }
});

test("returns unreachable if the request fails", async () => {
  const fetch = () => Promise.reject(new TypeError("failed"));
  expect(await pair({ code: "x" }, page, { fetch })).toEqual({ kind: "unreachable" });
});

test.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36",
    "Android phone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
    "Safari on Mac",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["", "Browser"],
])("names the device with the user agent %j %s", (userAgent, name) => {
  expect(toDeviceName(userAgent, moreTexts.pairing.devices)).toBe(name);
});

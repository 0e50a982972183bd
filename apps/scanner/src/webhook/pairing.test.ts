import { expect, test } from "vitest";
import { deviceName, pair } from "./pairing.ts";

const page = "https://hub.local:8443/scan/#/qr";

const answering = (status: number, body: unknown) => async () =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), { status });

test("the code goes to the hub the app came from, and the answer is a receiver", async () => {
  const asked: [string, unknown][] = [];
  const result = await pair({ code: "abc", device: "My phone" }, page, {
    fetch: async (url, init) => {
      asked.push([String(url), JSON.parse(String(init?.body))]);
      return Response.json({
        url: "https://hub.local:8443/in/scans",
        user: "phone-1",
        password: "pw",
        inbox: "scans",
      });
    },
  });
  expect(asked).toEqual([
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

test("a used code is told in the hub's words; strange answers are named as such", async () => {
  const answers: [() => Promise<Response>, unknown][] = [
    [answering(410, { error: { code: "x", message: "Used." } }), { kind: "gone", reason: "Used." }],
    [answering(410, "gone"), { kind: "gone" }],
    [answering(404, "no"), { kind: "strange", status: 404 }],
    [answering(200, "<html>"), { kind: "strange", status: 200 }],
    [answering(200, { url: 1 }), { kind: "strange", status: 200 }],
    // Never take an address over which the password could be read on the way.
    [
      answering(200, { url: "http://hub.local/in/x", user: "a", password: "b" }),
      { kind: "strange", status: 200 },
    ],
    [() => Promise.reject(new TypeError("failed")), { kind: "unreachable" }],
  ];
  for (const [fetch, expected] of answers) {
    expect(await pair({ code: "x" }, page, { fetch })).toEqual(expected);
  }
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
])("%s is called %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

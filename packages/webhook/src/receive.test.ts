import { expect, test } from "vitest";
import { createReceiver } from "./receive.ts";
import type { Scan } from "./scan.ts";

const scan = { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content: "x" };
const authorizationHeader = { authorization: "Basic ZGVzazpzZWNyZXQ=" };
const jsonHeaders = { "content-type": "application/json" };

function setUpReceiver() {
  const scans: { scan: Scan; user?: string }[] = [];
  const receive = createReceiver({
    credentials: { user: "desk", password: "secret" },
    realm: 'Desk "7"',
    maxBytes: 200,
    accept: (scan, { user }) => {
      if (scan.content === "full") throw new Error("disk full");
      scans.push({ scan, ...(user ? { user } : {}) });
      return scan.content === "twice" ? "Already checked in" : undefined;
    },
  });
  const post = (headers: Record<string, string>, body = JSON.stringify(scan)) =>
    receive(new Request("http://localhost/", { method: "POST", headers, body }));
  return { receive, post, scans };
}

test("responds with the challenge before it checks the body", async () => {
  const { post, scans } = setUpReceiver();
  const response = await post({ "content-type": "text/plain" }, "x".repeat(1000));
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toBe(
    'Basic realm="Desk \\"7\\"", charset="UTF-8"',
  );
  expect(response.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  expect(scans).toEqual([]);
});

test("challenges wrong credentials again and accepts correct credentials with 204 and no body", async () => {
  const { post, scans } = setUpReceiver();
  expect((await post({ ...jsonHeaders, authorization: "Basic ZGVzazp3cm9uZw==" })).status).toBe(
    401,
  );
  const response = await post({ ...jsonHeaders, ...authorizationHeader });
  expect([response.status, await response.text()]).toEqual([204, ""]);
  expect(scans).toEqual([{ scan, user: "desk" }]);
});

test("refuses a wrong content type with 415, a long body with 413 and a malformed scan with 422", async () => {
  const { post } = setUpReceiver();
  expect((await post({ "content-type": "text/plain", ...authorizationHeader })).status).toBe(415);
  const encoded = { ...jsonHeaders, ...authorizationHeader, "content-encoding": "gzip" };
  expect((await post(encoded)).status).toBe(415);
  expect((await post({ ...jsonHeaders, ...authorizationHeader }, "x".repeat(201))).status).toBe(
    413,
  );
  const response = await post({ ...jsonHeaders, ...authorizationHeader }, "{}");
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({
    ok: false,
    message: expect.stringContaining("identifier"),
  });
});

test("refuses a body of unknown length once it exceeds the limit", async () => {
  const { receive } = setUpReceiver();
  const endlessBody = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(64).fill(32)),
  });
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { ...jsonHeaders, ...authorizationHeader },
    body: endlessBody,
    duplex: "half",
  } as RequestInit);
  expect((await receive(request)).status).toBe(413);
});

test("reads the body where Request has no property body, as in Firefox", async () => {
  const { receive, scans } = setUpReceiver();
  const receiveAsInFirefox = (body: string) => {
    const headers = { ...jsonHeaders, ...authorizationHeader };
    const request = new Request("http://localhost/", { method: "POST", headers, body });
    Object.defineProperty(request, "body", { value: undefined });
    return receive(request);
  };
  expect((await receiveAsInFirefox(JSON.stringify(scan))).status).toBe(204);
  expect(scans).toEqual([{ scan, user: "desk" }]);
  expect((await receiveAsInFirefox("x".repeat(201))).status).toBe(413);
  expect((await receiveAsInFirefox("{}")).status).toBe(422);
});

test("responds with 503 and Retry-After when accept throws", async () => {
  const { post } = setUpReceiver();
  const response = await post(
    { ...jsonHeaders, ...authorizationHeader },
    JSON.stringify({ ...scan, content: "full" }),
  );
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
});

test("returns the string from accept as the message for the person who scanned", async () => {
  const { post } = setUpReceiver();
  const response = await post(
    { ...jsonHeaders, ...authorizationHeader },
    JSON.stringify({ ...scan, content: "twice" }),
  );
  expect([response.status, await response.json()]).toEqual([
    200,
    { message: "Already checked in" },
  ]);
});

test("allows a CORS preflight and refuses other methods with 405", async () => {
  const { receive } = setUpReceiver();
  const preflight = await receive(new Request("http://localhost/", { method: "OPTIONS" }));
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type, authorization");
  expect((await receive(new Request("http://localhost/"))).status).toBe(405);
});

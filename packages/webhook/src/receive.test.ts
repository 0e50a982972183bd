import { expect, test } from "vitest";
import { createReceiver } from "./receive.ts";
import type { Scan } from "./scan.ts";

const scan = { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content: "x" };
const login = { authorization: "Basic ZGVzazpzZWNyZXQ=" };
const json = { "content-type": "application/json" };

function open() {
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

test("the challenge comes before the body is judged", async () => {
  const { post, scans } = open();
  const answer = await post({ "content-type": "text/plain" }, "x".repeat(1000));
  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toBe(
    'Basic realm="Desk \\"7\\"", charset="UTF-8"',
  );
  expect(answer.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  expect(scans).toEqual([]);
});

test("wrong credentials are challenged again, right ones are taken with 204 and no body", async () => {
  const { post, scans } = open();
  expect((await post({ ...json, authorization: "Basic ZGVzazp3cm9uZw==" })).status).toBe(401);
  const answer = await post({ ...json, ...login });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  expect(scans).toEqual([{ scan, user: "desk" }]);
});

test("what is not a scan is refused with a sentence", async () => {
  const { post } = open();
  expect((await post({ "content-type": "text/plain", ...login })).status).toBe(415);
  expect((await post({ ...json, ...login }, "x".repeat(201))).status).toBe(413);
  const answer = await post({ ...json, ...login }, "{}");
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({
    ok: false,
    message: expect.stringContaining("identifier"),
  });
});

test("a body of unknown length is cut off at the limit", async () => {
  const { receive } = open();
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(64).fill(32)),
  });
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { ...json, ...login },
    body: endless,
    duplex: "half",
  } as RequestInit);
  expect((await receive(request)).status).toBe(413);
});

test("a scan that cannot be kept is answered 503 with a time to wait", async () => {
  const { post } = open();
  const answer = await post({ ...json, ...login }, JSON.stringify({ ...scan, content: "full" }));
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
});

test("the receiver's word goes back to the person who scanned", async () => {
  const { post } = open();
  const answer = await post({ ...json, ...login }, JSON.stringify({ ...scan, content: "twice" }));
  expect([answer.status, await answer.json()]).toEqual([200, { message: "Already checked in" }]);
});

test("a page on another origin may ask first, and other methods are told what this is", async () => {
  const { receive } = open();
  const preflight = await receive(new Request("http://localhost/", { method: "OPTIONS" }));
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type, authorization");
  expect((await receive(new Request("http://localhost/"))).status).toBe(405);
});

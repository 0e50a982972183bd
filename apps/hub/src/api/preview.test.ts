import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, postScan, startTestHub, type TestHub } from "../testing/test-hub.ts";
import { asDescribed, type DescribedApi } from "./described-in-test.ts";

let hub: TestHub;
let call: DescribedApi["call"];
let url: string;
let answer: { status: number; body: string; type?: string };
const received: { authorization: string | undefined; body: string }[] = [];

const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  received.push({ authorization: request.headers.authorization, body });
  response.writeHead(answer.status, { "content-type": answer.type ?? "text/plain" });
  response.end(answer.body);
});

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await asDescribed(await asOwner(hub))).call;
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  await call("POST", "/api/inboxes", { body: { name: "door", open: true } });
});
afterAll(async () => {
  receiver.close();
  await hub[Symbol.asyncDispose]();
});

type Refused = { error: { code: string; message: string; field?: string } };
type Previewed = {
  scan: { id: number; content: string; inbox: string; source?: string };
  example: boolean;
  passes: boolean;
  recent: { scans: number; pass: number };
  made?: { ok: boolean; messages?: { url: string; body: string }[]; reason?: string };
};
type Tested = { ok: boolean; ms: number; status?: number; error?: string; answer?: string };

const preview = async (body: object) =>
  (await call<Previewed>("POST", "/api/preview", { body })).body;
const draft = () => ({
  kind: "http",
  settings: { url, auth: "basic", username: "hub" },
  secrets: { password: "hunter2-hunter2" },
});

test("before anything is scanned an example stands in, a tag or a code as the filter wants it", async () => {
  const code = await preview({ filter: { source: "code" }, inbox: "door" });
  expect(code).toMatchObject({
    example: true,
    passes: true,
    recent: { scans: 0, pass: 0 },
    scan: { source: "code", inbox: "door" },
  });
  expect(code.made).toBeUndefined();
  const tag = await preview({ destination: draft(), shape: { format: "scan" } });
  expect(tag).toMatchObject({ example: true, passes: true, scan: { source: "nfc" } });
  expect(tag.made).toMatchObject({ ok: true, messages: [{ via: "http", method: "POST", url }] });
  // Its body is what a phone sends.
  expect(JSON.parse(tag.made!.messages![0]!.body)).toEqual({
    identifier: "04:A2:7F:1B:5E:80:00",
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    content: expect.any(String),
  });
  expect((await preview({ filter: { content: "no such thing" } })).passes).toBe(false);
});

test("the last real scan that passes is shown, and how many of the last ones do", async () => {
  for (const content of ["A-1", "B-1", "A-2", "B-2", "C-1"]) {
    expect((await postScan(hub, { content })).status).toBe(204);
  }
  const shape = { format: "json", template: '{"code": {{ content | json }}}' };
  const seen = await preview({ destination: draft(), filter: { content: "A-*" }, shape });
  expect(seen).toMatchObject({
    example: false,
    passes: true,
    recent: { scans: 5, pass: 2 },
    scan: { content: "A-2" },
    made: { ok: true, messages: [{ body: '{"code": "A-2"}' }] },
  });
  expect(await preview({ filter: { content: "Z" } })).toMatchObject({
    passes: false,
    recent: { scans: 5, pass: 0 },
    scan: { content: "C-1" },
  });
  const { id } = (await preview({ filter: { content: "B-1" } })).scan;
  expect(await preview({ scan: id, filter: { content: "A-*" } })).toMatchObject({
    passes: false,
    scan: { id, content: "B-1" },
  });
  const none = await call<Refused>("POST", "/api/preview", { body: { scan: 999_999 } });
  expect([none.status, none.body.error.code]).toEqual([404, "no-such-scan"]);
});

test("a preview names secrets instead of showing them, of a draft and of what is saved", async () => {
  const saved = { name: "erp", ...draft(), allowPrivate: true };
  expect((await call("POST", "/api/destinations", { body: saved })).status).toBe(201);
  const { secrets: _, ...edited } = draft();
  for (const destination of ["erp", draft(), { ...edited, name: "erp" }]) {
    const text = JSON.stringify(await preview({ destination }));
    expect(text).not.toMatch(/hunter2|aHVudGVyMi/);
    expect(text).toContain("‹password›");
  }
  expect(received).toEqual([]);
});

test("what cannot be is refused with its field; what a template makes of this scan is told", async () => {
  for (const [body, code, field] of [
    [{ filter: { content: "/(/" } }, "not-a-route", "filter.content"],
    [{ destination: "nowhere" }, "no-such-destination", "destination"],
    [{ destination: { ...draft(), kind: "x" } }, "not-a-destination", "destination.kind"],
    [
      { destination: { ...draft(), settings: {} } },
      "not-a-destination",
      "destination.settings.url",
    ],
    [
      { destination: { ...draft(), secrets: {} } },
      "not-a-destination",
      "destination.secrets.password",
    ],
    [{ destination: { ...draft(), colour: 1 } }, "invalid-request", "destination.colour"],
    [{ destination: {} }, "invalid-request", "destination.kind"],
    [{ destination: draft(), shape: { format: "json" } }, "not-a-route", "shape.template"],
  ] as const) {
    const { body: refused } = await call<Refused>("POST", "/api/preview", { body });
    expect(refused.error).toEqual({ code, field, message: expect.stringMatching(/\.$/) });
  }
  const shape = { format: "json", template: "{{ content }}" };
  expect((await preview({ destination: draft(), shape })).made).toEqual({
    ok: false,
    reason: expect.stringMatching(/\.$/),
  });
});

test("a test sends once for real, with the secrets that are kept, and is no delivery", async () => {
  answer = { status: 200, body: '{"ok":true}', type: "application/json" };
  const basic = `Basic ${Buffer.from("hub:hunter2-hunter2").toString("base64")}`;
  const { secrets: _, ...edited } = draft();
  for (const [path, body] of [
    ["/api/destinations/erp/test", {}],
    ["/api/test", { destination: "erp" }],
    ["/api/test", { destination: { ...draft(), allowPrivate: true } }],
    ["/api/test", { destination: { ...edited, name: "erp", allowPrivate: true } }],
  ] as const) {
    received.length = 0;
    const sent = await call<Tested>("POST", path, { body });
    expect(sent.body).toMatchObject({
      ok: true,
      status: 200,
      ms: expect.any(Number),
      answer: '{"ok":true}',
      example: false,
      scan: { content: "C-1" },
    });
    expect(received).toEqual([{ authorization: basic, body: expect.stringContaining("C-1") }]);
  }
  expect((await call("GET", "/api/deliveries")).body).toEqual({ deliveries: [] });
  expect((await call("GET", "/api/destinations/erp")).body).toMatchObject({
    counts: { accepted: 0 },
  });
});

test("a test that fails says why, and repeats no secret", async () => {
  answer = { status: 500, body: "no hunter2-hunter2 here" };
  const failed = await call<Tested>("POST", "/api/destinations/erp/test", { body: {} });
  expect(failed.body).toMatchObject({ ok: false, status: 500, error: expect.any(String) });
  expect(JSON.stringify(failed.body)).not.toContain("hunter2");
  const closed = {
    ...draft(),
    allowPrivate: true,
    settings: { url: "http://127.0.0.1:1/" },
    secrets: {},
  };
  const unreachable = await call<Tested>("POST", "/api/test", { body: { destination: closed } });
  expect(unreachable.body).toMatchObject({ ok: false, error: expect.stringContaining("refused") });
  // Nothing in the house is reached that was not allowed.
  const inside = await call<Tested>("POST", "/api/test", { body: { destination: draft() } });
  expect(inside.body).toMatchObject({
    ok: false,
    error: expect.stringMatching(/127\.0\.0\.1 .*\.$/),
  });
  expect((await call<Refused>("POST", "/api/destinations/no/test", { body: {} })).status).toBe(404);
});

test("a preview shows each way out as it is: requests, topics, mails and lines", async () => {
  const oauth2 = {
    tokenUrl: "https://login.example.org/token",
    clientId: "hub",
    auth: "oauth2",
  };
  const [http, mqtt, mail, file] = await Promise.all(
    [
      {
        kind: "http",
        settings: { url, ...oauth2 },
        secrets: { clientSecret: "hunter2-hunter2" },
      },
      { kind: "mqtt", settings: { host: "mqtt.example.org", topic: "scans/{{ inbox }}" } },
      {
        kind: "mail",
        settings: { host: "mx.example.org", from: "a@b.example", to: ["c@d.example"] },
      },
      { kind: "file", settings: { path: "scans.csv" } },
    ].map(async (destination) => (await preview({ destination })).made),
  );
  expect(http?.messages?.[0]).toMatchObject({
    via: "http",
    oauth2: { tokenUrl: oauth2.tokenUrl, clientId: "hub" },
  });
  expect(JSON.stringify(http)).not.toMatch(/hunter2|clientSecret"/);
  expect(mqtt?.messages).toContainEqual(
    expect.objectContaining({ via: "mqtt", topic: "scans/door", payload: expect.any(String) }),
  );
  expect(mail?.messages?.[0]).toMatchObject({
    via: "mail",
    from: "a@b.example",
    to: ["c@d.example"],
    subject: expect.any(String),
    text: expect.any(String),
  });
  expect(file?.messages?.[0]).toMatchObject({
    via: "file",
    path: expect.stringContaining("scans.csv"),
    line: expect.stringContaining("C-1"),
  });
});

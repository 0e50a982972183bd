import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, postScan, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";

let hub: TestHub;
let call: DescribedApi["call"];
let url: string;
let receiverResponse: { status: number; body: string; type?: string };
const receivedRequests: { authorization: string | undefined; body: string }[] = [];

const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  receivedRequests.push({ authorization: request.headers.authorization, body });
  response.writeHead(receiverResponse.status, {
    "content-type": receiverResponse.type ?? "text/plain",
  });
  response.end(receiverResponse.body);
});

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await createDescribedApi(await asOwner(hub))).call;
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  await call("POST", "/api/inboxes", { body: { name: "door", open: true } });
});
afterAll(async () => {
  receiver.close();
  await hub[Symbol.asyncDispose]();
});

type ErrorBody = { error: { code: string; message: string; field?: string } };
type PreviewBody = {
  scan: { id: number; content: string; inbox: string; source?: string };
  example: boolean;
  passes: boolean;
  recent: { scans: number; pass: number };
  made?: { ok: boolean; messages?: { url: string; body: string }[]; reason?: string };
};
type TestBody = { ok: boolean; ms: number; status?: number; error?: string; answer?: string };

const fetchPreview = async (body: object) =>
  (await call<PreviewBody>("POST", "/api/preview", { body })).body;
const createDraft = () => ({
  kind: "http",
  settings: { url, auth: "basic", username: "hub" },
  secrets: { password: "hunter2-hunter2" },
});

test("a preview uses an example before the first scan, a tag or a code depending on the filter", async () => {
  const code = await fetchPreview({ filter: { source: "code" }, inbox: "door" });
  expect(code).toMatchObject({
    example: true,
    passes: true,
    recent: { scans: 0, pass: 0 },
    scan: { source: "code", inbox: "door" },
  });
  expect(code.made).toBeUndefined();
  const tag = await fetchPreview({ destination: createDraft(), shape: { format: "scan" } });
  expect(tag).toMatchObject({ example: true, passes: true, scan: { source: "nfc" } });
  expect(tag.made).toMatchObject({ ok: true, messages: [{ via: "http", method: "POST", url }] });
  // The body of the example is like that of a phone.
  expect(JSON.parse(tag.made!.messages![0]!.body)).toEqual({
    identifier: "04:A2:7F:1B:5E:80:00",
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    content: expect.any(String),
  });
  expect((await fetchPreview({ filter: { content: "no such thing" } })).passes).toBe(false);
});

test("a preview uses the last scan that passes the filter and counts those that pass", async () => {
  for (const content of ["A-1", "B-1", "A-2", "B-2", "C-1"]) {
    expect((await postScan(hub, { content })).status).toBe(204);
  }
  const shape = { format: "json", template: '{"code": {{ content | json }}}' };
  const result = await fetchPreview({
    destination: createDraft(),
    filter: { content: "A-*" },
    shape,
  });
  expect(result).toMatchObject({
    example: false,
    passes: true,
    recent: { scans: 5, pass: 2 },
    scan: { content: "A-2" },
    made: { ok: true, messages: [{ body: '{"code": "A-2"}' }] },
  });
  expect(await fetchPreview({ filter: { content: "Z" } })).toMatchObject({
    passes: false,
    recent: { scans: 5, pass: 0 },
    scan: { content: "C-1" },
  });
  const { id } = (await fetchPreview({ filter: { content: "B-1" } })).scan;
  expect(await fetchPreview({ scan: id, filter: { content: "A-*" } })).toMatchObject({
    passes: false,
    scan: { id, content: "B-1" },
  });
  const unknownScan = await call<ErrorBody>("POST", "/api/preview", { body: { scan: 999_999 } });
  expect([unknownScan.status, unknownScan.body.error.code]).toEqual([404, "no-such-scan"]);
});

test("a preview shows the names of secrets instead of their values, saved or not", async () => {
  const saved = { name: "erp", ...createDraft(), allowPrivate: true };
  expect((await call("POST", "/api/destinations", { body: saved })).status).toBe(201);
  const { secrets: _, ...edited } = createDraft();
  for (const destination of ["erp", createDraft(), { ...edited, name: "erp" }]) {
    const text = JSON.stringify(await fetchPreview({ destination }));
    expect(text).not.toMatch(/hunter2|aHVudGVyMi/);
    expect(text).toContain("‹password›");
  }
  expect(receivedRequests).toEqual([]);
});

test("an invalid request is refused with its field, and an error of a template is in the preview", async () => {
  for (const [body, code, field] of [
    [{ filter: { content: "/(/" } }, "not-a-route", "filter.content"],
    [{ destination: "nowhere" }, "no-such-destination", "destination"],
    [{ destination: { ...createDraft(), kind: "x" } }, "not-a-destination", "destination.kind"],
    [
      { destination: { ...createDraft(), settings: {} } },
      "not-a-destination",
      "destination.settings.url",
    ],
    [
      { destination: { ...createDraft(), secrets: {} } },
      "not-a-destination",
      "destination.secrets.password",
    ],
    [{ destination: { ...createDraft(), color: 1 } }, "invalid-request", "destination.color"],
    [{ destination: {} }, "invalid-request", "destination.kind"],
    [{ destination: createDraft(), shape: { format: "json" } }, "not-a-route", "shape.template"],
  ] as const) {
    const { body: refused } = await call<ErrorBody>("POST", "/api/preview", { body });
    expect(refused.error).toMatchObject({ code, field, message: expect.stringMatching(/\.$/) });
  }
  const shape = { format: "json", template: "{{ content }}" };
  expect((await fetchPreview({ destination: createDraft(), shape })).made).toEqual({
    ok: false,
    reason: expect.stringMatching(/\.$/),
  });
});

test("a test sends once with the stored secrets and is not a delivery", async () => {
  receiverResponse = { status: 200, body: '{"ok":true}', type: "application/json" };
  const basic = `Basic ${Buffer.from("hub:hunter2-hunter2").toString("base64")}`;
  const { secrets: _, ...edited } = createDraft();
  for (const [path, body] of [
    ["/api/destinations/erp/test", {}],
    ["/api/test", { destination: "erp" }],
    ["/api/test", { destination: { ...createDraft(), allowPrivate: true } }],
    ["/api/test", { destination: { ...edited, name: "erp", allowPrivate: true } }],
  ] as const) {
    receivedRequests.length = 0;
    const result = await call<TestBody>("POST", path, { body });
    expect(result.body).toMatchObject({
      ok: true,
      status: 200,
      ms: expect.any(Number),
      answer: '{"ok":true}',
      example: false,
      scan: { content: "C-1" },
    });
    expect(receivedRequests).toEqual([
      { authorization: basic, body: expect.stringContaining("C-1") },
    ]);
  }
  expect((await call("GET", "/api/deliveries")).body).toEqual({ deliveries: [] });
  expect((await call("GET", "/api/destinations/erp")).body).toMatchObject({
    counts: { accepted: 0 },
  });
});

test("a failed test returns the reason without secrets", async () => {
  receiverResponse = { status: 500, body: "no hunter2-hunter2 here" };
  const failed = await call<TestBody>("POST", "/api/destinations/erp/test", { body: {} });
  expect(failed.body).toMatchObject({ ok: false, status: 500, error: expect.any(String) });
  expect(JSON.stringify(failed.body)).not.toContain("hunter2");
  const closedPort = {
    ...createDraft(),
    allowPrivate: true,
    settings: { url: "http://127.0.0.1:1/" },
    secrets: {},
  };
  const unreachable = await call<TestBody>("POST", "/api/test", {
    body: { destination: closedPort },
  });
  expect(unreachable.body).toMatchObject({ ok: false, error: expect.stringContaining("refused") });
  // A private address is refused unless the destination allows it.
  const privateAddress = await call<TestBody>("POST", "/api/test", {
    body: { destination: createDraft() },
  });
  expect(privateAddress.body).toMatchObject({
    ok: false,
    error: expect.stringMatching(/127\.0\.0\.1 .*\.$/),
  });
  expect((await call<ErrorBody>("POST", "/api/destinations/no/test", { body: {} })).status).toBe(
    404,
  );
});

test("a preview shows HTTP requests, messages of MQTT, AMQP and NATS, mails and lines of files", async () => {
  const oauth2 = {
    tokenUrl: "https://login.example.org/token",
    clientId: "hub",
    auth: "oauth2",
  };
  const [http, mqtt, amqp, nats, mail, file] = await Promise.all(
    [
      {
        kind: "http",
        settings: { url, ...oauth2 },
        secrets: { clientSecret: "hunter2-hunter2" },
      },
      { kind: "mqtt", settings: { host: "mqtt.example.org", topic: "scans/{{ inbox }}" } },
      { kind: "amqp", settings: { url: "amqp://amqp.example.org", routingKey: "{{ inbox }}" } },
      { kind: "nats", settings: { url: "nats://nats.example.org" } },
      {
        kind: "mail",
        settings: { host: "mx.example.org", from: "a@b.example", to: ["c@d.example"] },
      },
      { kind: "file", settings: { path: "scans.csv" } },
    ].map(async (destination) => (await fetchPreview({ destination })).made),
  );
  expect(http?.messages?.[0]).toMatchObject({
    via: "http",
    oauth2: { tokenUrl: oauth2.tokenUrl, clientId: "hub" },
  });
  expect(JSON.stringify(http)).not.toMatch(/hunter2|clientSecret"/);
  expect(mqtt?.messages).toContainEqual(
    expect.objectContaining({ via: "mqtt", topic: "scans/door", payload: expect.any(String) }),
  );
  expect(amqp?.messages).toEqual([
    {
      via: "amqp",
      id: expect.stringMatching(/^msg_/),
      exchange: "",
      routingKey: "door",
      mandatory: true,
      contentType: "application/json",
      at: expect.any(String),
      payload: expect.any(String),
    },
  ]);
  expect(nats?.messages).toEqual([
    {
      via: "nats",
      id: expect.stringMatching(/^msg_/),
      subject: expect.stringMatching(/^scanhook\.door\./),
      contentType: "application/json",
      payload: expect.any(String),
    },
  ]);
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

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, postScan, startTestHub, type TestHub } from "../testing/test-hub.ts";
import { asDescribed, type DescribedApi } from "./described-in-test.ts";

type Request = { method: string; url: string; headers: Record<string, string>; body: string };
type Made = { ok: boolean; messages?: Request[]; reason?: string };
type Refused = { error: { code: string } };

let hub: TestHub;
let call: DescribedApi["call"];
const received: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[] =
  [];
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { method = "", url = "", headers } = request;
  received.push({ method, url, headers, body });
  response.writeHead(422).end();
});

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await asDescribed(await asOwner(hub))).call;
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  await call("POST", "/api/inboxes", { body: { name: "door", open: true } });
});
afterAll(async () => {
  receiver.close();
  await hub[Symbol.asyncDispose]();
});

const address = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const requestOf = (id: number) => call<Made & Refused>("GET", `/api/deliveries/${id}/request`);

test("what a delivery sends is shown as the destination gets it, but for its secrets", async () => {
  const destination = {
    name: "stock",
    kind: "http",
    settings: { url: `${address()}/items/{{ content }}`, auth: "hmac-standard", method: "PUT" },
    secrets: { signingSecrets: `whsec_${btoa("of sixteen bytes or more")}` },
    allowPrivate: true,
  };
  expect((await call("POST", "/api/destinations", { body: destination })).status).toBe(201);
  const template = '{"item":{{ content | json }}}';
  const route = { name: "r", destination: "stock", shape: { format: "json", template } };
  expect((await call("POST", "/api/routes", { body: route })).status).toBe(201);
  await postScan(hub, { content: "A 7" });
  await expect.poll(() => received.length).toBe(1);
  type Listed = { deliveries: { id: number; state: string; scan: { id: number } }[] };
  const list = async () => (await call<Listed>("GET", "/api/deliveries")).body.deliveries;
  await expect.poll(async () => (await list())[0]?.state).toBe("dead");
  const { id, scan } = (await list())[0]!;

  const { body } = await requestOf(id);
  const shown = body.messages?.[0];
  const sent = received[0]!;
  expect(shown).toMatchObject({ method: "PUT", url: `${address()}${sent.url}`, body: sent.body });
  expect(shown?.url).toBe(`${address()}/items/A%207`);
  expect(shown?.headers["webhook-id"]).toBe(sent.headers["webhook-id"]);
  expect(shown?.headers["webhook-signature"]).toContain("‹signingSecrets›");
  expect(received).toHaveLength(1);

  await call("PATCH", "/api/routes/r", {
    body: { shape: { format: "json", template: "{{ content }}" } },
  });
  expect((await requestOf(id)).body).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/JSON/),
  });

  expect((await call("DELETE", "/api/routes/r")).status).toBe(204);
  const refusal = async (one: number) => {
    const { status, body } = await requestOf(one);
    return [status, body.error.code];
  };
  expect(await refusal(id)).toEqual([404, "no-such-route"]);
  expect((await call("DELETE", `/api/scans/${scan.id}`)).status).toBe(204);
  expect(await refusal(id)).toEqual([404, "no-such-delivery"]);
});

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, postScan, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";

type RequestPreview = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
};
type DeliveryPreview = { ok: boolean; messages?: RequestPreview[]; reason?: string };
type ErrorBody = { error: { code: string } };

let hub: TestHub;
let call: DescribedApi["call"];
const receivedRequests: {
  method?: string;
  url?: string;
  headers: IncomingHttpHeaders;
  body: string;
}[] = [];
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { method = "", url = "", headers } = request;
  receivedRequests.push({ method, url, headers, body });
  response.writeHead(422).end();
});

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await createDescribedApi(await asOwner(hub))).call;
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  await call("POST", "/api/inboxes", { body: { name: "door", open: true } });
});
afterAll(async () => {
  receiver.close();
  await hub[Symbol.asyncDispose]();
});

const receiverBase = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const fetchPreview = (id: number) =>
  call<DeliveryPreview & ErrorBody>("GET", `/api/deliveries/${id}/request`);

test("the preview of a delivery equals the request that the destination received, without secrets", async () => {
  const destination = {
    name: "stock",
    kind: "http",
    settings: {
      url: `${receiverBase()}/items/{{ content }}`,
      auth: "hmac-standard",
      method: "PUT",
    },
    secrets: { signingSecrets: `whsec_${btoa("of sixteen bytes or more")}` },
    allowPrivate: true,
  };
  expect((await call("POST", "/api/destinations", { body: destination })).status).toBe(201);
  const template = '{"item":{{ content | json }}}';
  const route = { name: "stock-items", destination: "stock", shape: { format: "json", template } };
  expect((await call("POST", "/api/routes", { body: route })).status).toBe(201);
  await postScan(hub, { content: "A 7" });
  await expect.poll(() => receivedRequests.length).toBe(1);
  type DeliveryList = { deliveries: { id: number; state: string; scan: { id: number } }[] };
  const listDeliveries = async () =>
    (await call<DeliveryList>("GET", "/api/deliveries")).body.deliveries;
  await expect.poll(async () => (await listDeliveries())[0]?.state).toBe("dead");
  const { id, scan } = (await listDeliveries())[0]!;

  const { body } = await fetchPreview(id);
  const previewed = body.messages?.[0];
  const received = receivedRequests[0]!;
  expect(previewed).toMatchObject({
    method: "PUT",
    url: `${receiverBase()}${received.url}`,
    body: received.body,
  });
  expect(previewed?.url).toBe(`${receiverBase()}/items/A%207`);
  expect(previewed?.headers["webhook-id"]).toBe(received.headers["webhook-id"]);
  expect(previewed?.headers["webhook-signature"]).toContain("‹signingSecrets›");
  expect(receivedRequests).toHaveLength(1);

  await call("PATCH", "/api/routes/stock-items", {
    body: { shape: { format: "json", template: "{{ content }}" } },
  });
  expect((await fetchPreview(id)).body).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/JSON/),
  });

  expect((await call("DELETE", "/api/routes/stock-items")).status).toBe(204);
  const fetchError = async (deliveryId: number) => {
    const { status, body } = await fetchPreview(deliveryId);
    return [status, body.error.code];
  };
  expect(await fetchError(id)).toEqual([404, "no-such-route"]);
  expect((await call("DELETE", `/api/scans/${scan.id}`)).status).toBe(204);
  expect(await fetchError(id)).toEqual([404, "no-such-delivery"]);
});

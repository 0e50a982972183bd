import { afterAll, beforeAll, expect, test } from "vitest";
import { startReceiver } from "../testing/receiver.ts";
import { asOwner, postScan, startTestHub, type TestHub } from "../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "./testing/api-description.ts";

const value = "k3y-that-nobody-sees";

let hub: TestHub;
let call: DescribedApi["call"];
/** A receiver that echoes requests in its responses. */
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await createDescribedApi(await asOwner(hub))).call;
  receiver = await startReceiver((request, response) => {
    response.end(`got ${request.headers["x-access-token"]}`);
  });
  await call("POST", "/api/inboxes", { body: { name: "gate", open: true } });
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await hub[Symbol.asyncDispose]();
});

const createSettings = (more: object = {}) => ({
  url: receiver.url,
  headers: { "X-Shop": "north" },
  sendsSecretHeader: true,
  secretHeaderName: "X-Access-Token",
  ...more,
});

test("the value of a secret header is sent, and never shown by the API, the preview, the export or the log", async () => {
  const responses: unknown[] = [];
  const request = async (method: string, path: string, body?: object) => {
    const response = await call(method, path, body ? { body } : {});
    responses.push(response);
    return response;
  };
  const definition = {
    name: "shop",
    kind: "http",
    settings: createSettings({ auth: "hmac-header", sendsToken: true }),
    secrets: { secretHeader: value, signatureSecret: "sign-with-this", signedToken: "bearer-this" },
    allowPrivate: true,
  };
  expect(await request("POST", "/api/destinations", definition)).toMatchObject({
    status: 201,
    body: { secrets: expect.arrayContaining(["secretHeader"]) },
  });
  await request("POST", "/api/routes", { name: "all", destination: "shop" });
  const preview = await request("POST", "/api/preview", { destination: "shop" });
  expect(JSON.stringify(preview)).toContain('"x-access-token":"‹secretHeader›"');
  expect(await request("POST", "/api/test", { destination: "shop" })).toMatchObject({
    body: { ok: true, answer: "got ‹secretHeader›" },
  });

  await postScan(hub, { content: "first" }, { inbox: "gate" });
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]!.headers).toMatchObject({
    "x-access-token": value,
    "x-shop": "north",
    authorization: "Bearer bearer-this",
    "x-scanhook-signature": expect.stringMatching(/^sha256=/),
  });
  const listDelivered = async () =>
    (
      (await request("GET", "/api/deliveries?state=delivered")).body as {
        deliveries: { id: number }[];
      }
    ).deliveries;
  await expect.poll(async () => (await listDelivered()).length).toBe(1);
  const [delivery] = await listDelivered();
  const sent = await request("GET", `/api/deliveries/${delivery!.id}/request`);
  expect(JSON.stringify(sent)).toContain('"x-access-token":"‹secretHeader›"');
  await request("GET", "/api/destinations/shop");
  await request("GET", "/api/config");

  // An edit of other settings keeps the value, although it is not sent again.
  await request("PATCH", "/api/destinations/shop", { title: "Shop" });
  await postScan(hub, { content: "second" }, { inbox: "gate" });
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(receiver.received[2]!.headers["x-access-token"]).toBe(value);
  expect(JSON.stringify(responses)).not.toContain(value);
});

test.each([
  [{ secretHeaderName: "x-shop" }, "“x-shop” is among “Headers” too."],
  [{ secretHeaderName: "Host" }, "The hub sets the header “Host” itself"],
  [{ secretHeaderName: "two words" }, "cannot be the name of a header"],
  [{ secretHeaderName: "" }, "“Name of the secret header” is missing."],
  [
    { secretHeaderName: "Authorization", auth: "bearer" },
    "The authentication sets the header “Authorization”.",
  ],
])("a secret header with %j is refused with the reason", async (settings, reason) => {
  const refused = await call("POST", "/api/destinations", {
    body: {
      name: "refused",
      kind: "http",
      settings: createSettings(settings),
      secrets: { secretHeader: value, ...("auth" in settings && { token: "a-token" }) },
    },
  });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      error: {
        field: "settings.secretHeaderName",
        message: expect.stringContaining(reason),
      },
    },
  });
});

test("a secret header without a value is refused", async () => {
  const body = { name: "refused", kind: "http", settings: createSettings() };
  expect(await call("POST", "/api/destinations", { body })).toMatchObject({
    body: { error: { field: "secrets.secretHeader" } },
  });
});

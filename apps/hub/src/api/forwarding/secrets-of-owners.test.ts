import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invite } from "../../testing/people.ts";
import type { Call } from "../../testing/test-hub.ts";
import type { DescribedApi } from "../testing/api-description.ts";
import { useDescribedHub } from "../testing/described-hub.ts";

// A manager makes and changes destinations, but neither enters a secret nor learns a saved one.

const described = useDescribedHub();
let manager: Call;
const received: (string | undefined)[] = [];
const receiver = createServer((request, response) => {
  received.push(request.headers.authorization);
  response.end();
});
let url = "";
/** The same server under another name. */
let elsewhere = "";

const call: DescribedApi["call"] = (method, path, options) =>
  described.api.call(method, path, { by: manager, ...options });
const secrets = { token: "a-very-secret-token" };
const shop = "/api/destinations/shop";

type Refusal = { error: { code: string; message: string; field?: string } };
const refused = async (method: string, path: string, body: object) => {
  const response = await call<Refusal>(method, path, { body });
  return [response.status, response.body.error?.code, response.body.error?.field];
};

beforeAll(async () => {
  manager = (await invite(described.hub, described.owner, { name: "Max", role: "manager" })).call;
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/scans`;
  elsewhere = `http://localhost:${port}/scans`;
});
afterAll(() => receiver.close());

beforeEach(async () => {
  received.length = 0;
  await described.owner("DELETE", shop);
  const settings = { url, auth: "bearer" };
  const body = { name: "shop", kind: "http", settings, secrets, allowPrivate: true };
  expect((await call("POST", "/api/destinations", { by: described.owner, body })).status).toBe(201);
});

test("a manager makes a destination without secrets, and none with secrets", async () => {
  await described.owner("DELETE", "/api/destinations/plain");
  const body = { name: "plain", kind: "http", settings: { url } };
  expect((await call("POST", "/api/destinations", { body })).status).toBe(201);
  const secret = { ...body, name: "other", settings: { url, auth: "bearer" }, secrets };
  const response = await call<Refusal>("POST", "/api/destinations", { body: secret });
  expect([response.status, response.body.error]).toMatchObject([
    403,
    {
      code: "secrets-for-owners",
      message: "Only an owner of the hub may enter or remove secrets; ask one to do it.",
      field: "secrets.token",
    },
  ]);
  const moved = await call("PATCH", "/api/destinations/plain", {
    body: { settings: { url: elsewhere } },
  });
  expect(moved.status).toBe(200);
});

test("a manager changes what does not lead a secret elsewhere", async () => {
  const settings = { url: url.replace("/scans", "/others"), auth: "bearer" };
  const body = { title: "Shop", settings, state: "held", concurrency: 2 };
  const changed = await call("PATCH", shop, { body });
  expect(changed).toMatchObject({ status: 200, body: { title: "Shop", secrets: ["token"] } });
  expect(await refused("PATCH", shop, { secrets })).toEqual([
    ...[403, "secrets-for-owners", "secrets.token"],
  ]);
  expect(await refused("PATCH", shop, { secrets: { token: null } })).toEqual([
    ...[403, "secrets-for-owners", "secrets.token"],
  ]);
  for (const auth of ["bearer", "none"]) {
    const moved = { settings: { url: elsewhere, auth } };
    expect(await refused("PATCH", shop, moved)).toEqual([
      ...[403, "secrets-for-owners", "settings.url"],
    ]);
  }
  const byOwner = { settings: { url: elsewhere, auth: "bearer" }, secrets };
  expect((await call("PATCH", shop, { by: described.owner, body: byOwner })).status).toBe(200);
});

test("a manager tests with a saved secret only where it was entered for", async () => {
  expect((await call("POST", `${shop}/test`, { body: {} })).body).toMatchObject({ ok: true });
  expect(received).toEqual([`Bearer ${secrets.token}`]);
  const settings = { url, auth: "bearer" };
  const draft = { name: "shop", kind: "http", settings, allowPrivate: true };
  const same = await call("POST", "/api/test", { body: { destination: draft } });
  expect(same.body).toMatchObject({ ok: true });
  expect(received).toHaveLength(2);
  for (const path of ["/api/test", "/api/preview"]) {
    const moved = { ...draft, settings: { ...settings, url: elsewhere } };
    expect(await refused("POST", path, { destination: moved })).toEqual([
      ...[403, "secrets-for-owners", "destination.settings.url"],
    ]);
    expect(await refused("POST", path, { destination: { ...draft, secrets } })).toEqual([
      ...[403, "secrets-for-owners", "destination.secrets.token"],
    ]);
  }
  expect(received).toHaveLength(2);
});

test("the same holds for the places of other kinds, and for the token of a manager", async () => {
  await described.owner("DELETE", "/api/destinations/post");
  const settings = { host: "mail.example.org", from: "hub@example.org", to: "a@example.org" };
  const body = { name: "post", kind: "mail", settings, secrets: { password: "mail-password" } };
  const withUser = { ...body, settings: { ...settings, user: "hub" } };
  const made = await described.owner("POST", "/api/destinations", withUser);
  expect([made.status, await made.text()]).toEqual([201, expect.any(String)]);
  const moved = { settings: { ...withUser.settings, host: "mail.example.com" } };
  expect(await refused("PATCH", "/api/destinations/post", moved)).toEqual([
    ...[403, "secrets-for-owners", "settings.host"],
  ]);
  const token = await manager("POST", "/api/tokens", { name: "t", scopes: ["manage"] });
  const { token: secret } = (await token.json()) as { token: string };
  const response = await fetch(`${described.hub.base}${shop}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ secrets }),
  });
  expect([response.status, ((await response.json()) as Refusal).error.code]).toEqual([
    ...[403, "secrets-for-owners"],
  ]);
});

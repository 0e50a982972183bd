import { request } from "node:http";
import { expect, test } from "vitest";
import { invite } from "../testing/people.ts";
import { asOwner, readJson, startTestHub, type TestHub } from "../testing/test-hub.ts";

const asProxy = ["--tls", "off", "--proxy-header", "Remote-User"];
const roles = ["--proxy-groups-header", "Remote-Groups", "--sso-roles", "staff=desk,bosses=owner"];
const startBehindProxy = (peers = "127.0.0.1", ...args: string[]) =>
  startTestHub(...asProxy, "--proxy-peers", peers, ...roles, ...args);

/** Sends a request over a socket of its own. `headers` are names and values in turn. */
async function send({ hub }: TestHub, path: string, headers: string[], method = "GET") {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const options = { host: "127.0.0.1", port: hub.httpPort, path, method, agent: false };
  const all = ["host", `127.0.0.1:${hub.httpPort}`, ...headers];
  request({ ...options, headers: all }, async (response) => {
    let text = "";
    for await (const chunk of response.setEncoding("utf8")) text += chunk;
    resolve({ status: response.statusCode!, text });
  })
    .on("error", reject)
    .end();
  return promise;
}

const ada = ["Remote-User", "ada", "Remote-Groups", "others,staff"];

test("the header of a listed peer logs its person in, with the role of their groups", async () => {
  await using hub = await startBehindProxy();
  expect((await send(hub, "/api/scans", ada)).status).toBe(200);
  const state = JSON.parse((await send(hub, "/api/session", ada)).text);
  expect(state).toMatchObject({
    loggedIn: true,
    person: { name: "ada", role: "desk", sso: { issuer: "proxy:remote-user", subject: "ada" } },
  });
  expect((await send(hub, "/api/people", ada)).status).toBe(403);
  const boss = ["REMOTE-USER", "ada", "remote-groups", "bosses|staff"];
  expect((await send(hub, "/api/people", boss)).status).toBe(200);
  expect((await send(hub, "/api/people", ada)).status).toBe(403);
  expect((await send(hub, "/api/scans", [])).status).toBe(401);
  const { people } = await readJson<{ people: object[] }>(
    await (await asOwner(hub))("GET", "/api/people"),
  );
  expect(people).toHaveLength(2);
});

test("a change needs a page of this hub, as with a session", async () => {
  await using hub = await startBehindProxy();
  const remove = (...more: string[]) => send(hub, "/api/tokens/1", [...ada, ...more], "DELETE");
  expect((await remove("sec-fetch-site", "cross-site")).status).toBe(403);
  expect((await remove("sec-fetch-site", "same-origin")).status).toBe(404);
});

test("the header of another peer is ignored, whatever X-Forwarded-For says", async () => {
  await using hub = await startBehindProxy("10.0.0.1,192.168.0.0/16", "--trust-proxy", "loopback");
  for (const forwarded of [[], ["X-Forwarded-For", "10.0.0.1"], ["X-Real-IP", "10.0.0.1"]]) {
    const response = await send(hub, "/api/scans", [...ada, ...forwarded]);
    expect([forwarded, response.status]).toEqual([forwarded, 401]);
  }
  const warnings = hub.logged.filter((line) => line.includes("a header of a proxy is ignored"));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("proxy-peers does not list");
  const owner = await asOwner(hub);
  expect(await (await owner("GET", "/api/people")).json()).toMatchObject({ people: [{ id: 1 }] });
});

test("a forwarded address does not take the place of the peer", async () => {
  await using hub = await startBehindProxy("127.0.0.1", "--trust-proxy", "loopback");
  const forwarded = ["X-Forwarded-For", "203.0.113.9"];
  expect((await send(hub, "/api/scans", [...ada, ...forwarded])).status).toBe(200);
});

test("a header that came twice, is empty or holds several names fails closed", async () => {
  await using hub = await startBehindProxy();
  const groups = ["Remote-Groups", "bosses"];
  for (const headers of [
    ["Remote-User", "ada", "Remote-User", "eve"],
    ["Remote-User", "ada", "remote-user", "ada"],
    ["Remote-User", ""],
    ["Remote-User", "ada, eve"],
    ["Remote_User", "ada"],
  ])
    expect([headers, (await send(hub, "/api/scans", [...headers, ...groups])).status]).toEqual([
      headers,
      401,
    ]);
  const twice = ["Remote-User", "ada", "Remote-Groups", "staff", "Remote-Groups", "bosses"];
  expect((await send(hub, "/api/scans", twice)).status).toBe(403);
});

test("without a role, a person is refused with a sentence, and their access ends", async () => {
  await using hub = await startBehindProxy("127.0.0.1", "--sso-group", "hub");
  const withGroups = (groups: string) => ["Remote-User", "ada", "Remote-Groups", groups];
  expect((await send(hub, "/api/scans", withGroups("hub,staff"))).status).toBe(200);
  const stream = await fetch(`${hub.base}/api/scans/stream`, {
    headers: { "Remote-User": "ada", "Remote-Groups": "hub,staff" },
  });
  expect(stream.status).toBe(200);
  for (const groups of ["staff", "hub", ""]) {
    const refused = await send(hub, "/api/scans", withGroups(groups));
    expect([groups, refused.status, JSON.parse(refused.text).error.code]).toEqual([
      groups,
      403,
      "sso-no-role",
    ]);
    // The log-in page says the same.
    const { text } = await send(hub, "/api/session", withGroups(groups));
    expect(JSON.parse(text)).toMatchObject({ loggedIn: false, refused: "sso-no-role" });
  }
  // The stream from before ends, too.
  const start = performance.now();
  await expect(stream.text()).rejects.toThrow();
  expect(performance.now() - start).toBeLessThan(3000);
  expect((await send(hub, "/api/scans", withGroups("hub,staff"))).status).toBe(200);
});

test("scans never log in by the header", async () => {
  await using hub = await startBehindProxy();
  const owner = await asOwner(hub);
  await owner("POST", "/api/inboxes", { name: "door" });
  await owner("POST", "/api/inboxes/door/credentials", { user: "gate", password: "a password" });
  const boss = ["Remote-User", "ada", "Remote-Groups", "bosses"];
  for (const [method, path] of [
    ["POST", "/in/door"],
    ["GET", "/in/door/entries"],
    ["POST", "/in/door/undo/1"],
  ] as const)
    expect([path, (await send(hub, path, boss, method)).status]).toEqual([path, 401]);
  const people = await readJson<{ people: object[] }>(await owner("GET", "/api/people"));
  expect(people.people).toHaveLength(1);
});

test("a destination that leads back to the hub cannot name anybody", async () => {
  await using hub = await startBehindProxy();
  const owner = await asOwner(hub);
  const manager = await invite(hub, owner, { name: "Max", role: "manager" });
  const named = {
    "Remote-User": "ada",
    "Remote-Groups": "bosses",
    "Sec-Fetch-Site": "same-origin",
  };
  for (const method of ["GET", "POST"]) {
    const headers = { ...named, "Scanhook-Hub": "" };
    const settings = { url: `${hub.base}/api/people`, method, headers };
    const destination = { kind: "http", settings, allowPrivate: true };
    const shape = { format: "json", template: '{"name": "Eve", "role": "owner"}' };
    const sent = await manager.call("POST", "/api/test", { destination, shape });
    expect([method, await sent.json()]).toMatchObject([method, { ok: false, status: 401 }]);
  }
  const { people } = await readJson<{ people: object[] }>(await owner("GET", "/api/people"));
  expect(people).toHaveLength(2);
});

test("without the setting, the header means nothing", async () => {
  await using hub = await startTestHub("--tls", "off");
  expect((await send(hub, "/api/scans", ada)).status).toBe(401);
});

test("a session counts more than the header, so that the local owner can log in", async () => {
  await using hub = await startBehindProxy();
  const owner = await asOwner(hub);
  const response = await owner("GET", "/api/session", undefined, {
    "Remote-User": "ada",
    "Remote-Groups": "staff",
  });
  expect(await response.json()).toMatchObject({ person: { id: 1, role: "owner" } });
});

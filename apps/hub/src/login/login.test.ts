import { request } from "node:http";
import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import { startHub } from "../hub.ts";
import { openStore } from "../store/sqlite/open.ts";
import {
  asOwner,
  fromPage,
  ownerPassword,
  postScan,
  quickHash,
  readJson,
  startTestHub,
  toCookie,
} from "../testing/test-hub.ts";
import { createSessions } from "./sessions.ts";

const errorCode = async (response: Response) =>
  (await readJson<{ error: { code: string } }>(response)).error.code;

test("the one-time link sets the password once, then the password logs in", async () => {
  await using hub = await startTestHub();
  const page = fromPage(hub);
  const state = async () => (await page("GET", "/api/session")).json();
  expect(await state()).toMatchObject({ loggedIn: false, passwordSet: false });
  const beforeSetup = await page("POST", "/api/session", { password: ownerPassword });
  expect([beforeSetup.status, await errorCode(beforeSetup)]).toEqual([409, "password-not-set"]);
  const { loginCode: code } = hub;
  const short = await page("POST", "/api/session", { code, password: "1234567" });
  expect([short.status, await errorCode(short)]).toEqual([422, "password-too-short"]);

  const first = await page("POST", "/api/session", { code, password: ownerPassword });
  expect(first.status).toBe(200);
  expect(await first.json()).toMatchObject({ loggedIn: true, passwordSet: true });
  const owner = fromPage(hub, toCookie(first));
  expect((await owner("GET", "/api/scans")).status).toBe(200);
  const again = await page("POST", "/api/session", { code, password: "another password" });
  expect([again.status, await errorCode(again)]).toEqual([401, "login-link-used"]);

  const wrong = await page("POST", "/api/session", { password: "wrong" });
  expect([wrong.status, await errorCode(wrong)]).toEqual([401, "password-wrong"]);
  const second = await page("POST", "/api/session", { password: ownerPassword });
  expect(second.status).toBe(200);

  expect((await owner("DELETE", "/api/session")).status).toBe(204);
  expect((await owner("GET", "/api/scans")).status).toBe(401);
  expect((await fromPage(hub, toCookie(second))("GET", "/api/scans")).status).toBe(200);
});

test("the cookie is HttpOnly and SameSite=Strict, lasts 30 days, and is not Secure on plain HTTP", async () => {
  await using hub = await startTestHub();
  await asOwner(hub);
  const plain = await fromPage(hub)("POST", "/api/session", { password: ownerPassword });
  const [setCookie = ""] = plain.headers.getSetCookie();
  expect(setCookie).toMatch(/^scanhook=[\w-]{43}; /);
  for (const part of ["HttpOnly", "SameSite=Strict", "Path=/"]) expect(setCookie).toContain(part);
  expect(setCookie).not.toContain("Secure");
  const [, expires = ""] = /Expires=([^;]+)/.exec(setCookie) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
});

test("a cookie with the same name from another port does not log the owner out", async () => {
  await using hub = await startTestHub();
  await asOwner(hub);
  const login = await fromPage(hub)("POST", "/api/session", { password: ownerPassword });
  const cookie = toCookie(login);
  for (const cookies of [`scanhook=other; ${cookie}`, `${cookie}; scanhook=other`]) {
    expect((await fromPage(hub, cookies)("GET", "/api/scans")).status).toBe(200);
  }
  expect((await fromPage(hub, "scanhook=other; scanhook=")("GET", "/api/scans")).status).toBe(401);
  const both = fromPage(hub, `scanhook=other; ${cookie}`);
  expect((await both("DELETE", "/api/session")).status).toBe(204);
  expect((await fromPage(hub, cookie)("GET", "/api/scans")).status).toBe(401);
});

test("the cookie is Secure behind a trusted proxy with https, and only behind a trusted one", async () => {
  for (const [trusted, name] of [
    ["loopback", "__Host-scanhook"],
    ["10.0.0.1", "scanhook"],
  ]) {
    await using hub = await startTestHub("--tls", "off", "--trust-proxy", trusted!);
    const asProxy = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };
    const { loginCode: code } = hub;
    const body = { code, password: ownerPassword };
    const response = await fromPage(hub)("POST", "/api/session", body, asProxy);
    expect(toCookie(response).split("=")[0]).toBe(name);
    expect(response.headers.getSetCookie()[0]!.includes("Secure")).toBe(trusted === "loopback");
  }
});

test("wrong log-ins from one address are limited, and the response says for how long", async () => {
  await using hub = await startTestHub();
  await asOwner(hub);
  const page = fromPage(hub);
  using _ = stopClock();
  for (let i = 0; i < 9; i++) {
    const guess = { password: ownerPassword, code: `guess${i}` };
    expect((await page("POST", "/api/session", guess)).status).toBe(401);
  }
  const concurrent = await Promise.all(
    Array.from({ length: 5 }, () => page("POST", "/api/session", { password: "wrong" })),
  );
  expect(concurrent.map((response) => response.status).sort()).toEqual([401, 429, 429, 429, 429]);
  const limited = await page("POST", "/api/session", { password: ownerPassword });
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(limited.headers.get("retry-after"))).toBeLessThanOrEqual(10);
});

test("an API token opens the API until it is removed, and the API never shows it again", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  const created = await owner("POST", "/api/tokens", { name: "script" });
  const { token, id } = await readJson<{ token: string; id: number }>(created);
  expect(token).toMatch(/^shk_[\w-]{43}$/);
  const bearer = { authorization: `Bearer ${token}` };
  const listTokens = () => fetch(`${hub.base}/api/tokens`, { headers: bearer });
  const listed = await (await listTokens()).text();
  expect(JSON.parse(listed).tokens).toMatchObject([{ id, name: "script" }]);
  expect(listed).not.toContain(token);
  const changed = await fetch(`${hub.base}/api/tokens/${id}`, {
    method: "DELETE",
    headers: bearer,
  });
  expect(changed.status).toBe(204);
  const after = await listTokens();
  expect([after.status, await errorCode(after)]).toEqual([401, "token-wrong"]);
});

test("token guesses are limited without locking out the owner or the right token", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  const { token } = await readJson<{ token: string }>(
    await owner("POST", "/api/tokens", { name: "script" }),
  );
  using _ = stopClock();
  const headers = { authorization: `Bearer shk_${"x".repeat(43)}` };
  const guess = async () => (await fetch(`${hub.base}/api/scans`, { headers })).status;
  for (let i = 0; i < 10; i++) expect(await guess()).toBe(401);
  expect(await guess()).toBe(429);
  expect((await owner("GET", "/api/scans")).status).toBe(200);
  const right = await fetch(`${hub.base}/api/scans`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(right.status).toBe(200);
  const login = await fromPage(hub)("POST", "/api/session", { password: ownerPassword });
  expect(login.status).toBe(200);
});

test("password guesses at an inbox are limited, while a phone with the right password gets through", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  const credentials = { inbox: "door", user: "anna", password: "open sesame" };
  await owner("POST", "/api/inboxes", { name: "door", user: "anna", password: "open sesame" });
  using _ = stopClock();
  const store = await openStore(hub.settings.data);
  await store.setCredential("door", "anna", quickHash("open sesame"));
  await store.close();
  const post = async (overrides: object) => {
    const response = await postScan(hub, { content: "x" }, { ...credentials, ...overrides });
    return { status: response.status, wait: response.headers.get("retry-after") };
  };
  expect((await post({})).status).toBe(204);
  const guesses = Array.from({ length: 13 }, (_, i) => post({ password: `guess ${i}` }));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(3).fill(429)]);
  const limited = await post({ password: "guess 13" });
  expect([limited.status, Number(limited.wait) > 0]).toEqual([429, true]);
  expect((await post({ user: "nobody" })).status).toBe(401);
  expect((await post({})).status).toBe(204);
  expect((await post({ user: undefined })).status).toBe(401);
  const login = await fromPage(hub)("POST", "/api/session", { password: ownerPassword });
  expect(login.status).toBe(200);
});

test("sixty phones behind one address send with their right passwords, also right after a restart", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  await owner("POST", "/api/inboxes", { name: "door", user: "first", password: "open sesame" });
  const phones = ["first", ...Array.from({ length: 59 }, (_, n) => `phone-${n}`)];
  await using store = disposable(await openStore(hub.settings.data));
  // The hub sees these passwords for the first time in a scan, as after `scanhook inbox add`.
  for (const user of phones.slice(1))
    await store.setCredential("door", user, quickHash(`${user} sesame`));
  const passwordOf = (user: string) => (user === "first" ? "open sesame" : `${user} sesame`);
  const sendAll = (base: string) =>
    Promise.all(
      phones.map(async (user) => {
        const options = { inbox: "door", user, password: passwordOf(user) };
        return (await postScan({ base }, { content: user }, options)).status;
      }),
    );
  expect(new Set(await sendAll(hub.base))).toEqual(new Set([204]));
  await hub.hub.close();
  const next = await startHub(hub.settings, { log: hub.log });
  try {
    expect(new Set(await sendAll(`http://127.0.0.1:${next.httpPort}`))).toEqual(new Set([204]));
    await store.setCredential("door", "phone-0", quickHash("changed"));
    await store.removeCredential("door", "phone-1");
    expect(
      (await sendAll(`http://127.0.0.1:${next.httpPort}`)).map(String).sort().slice(-2),
    ).toEqual(["401", "401"]);
  } finally {
    await next.close();
  }
});

test("a page of another site can change nothing with the owner's cookie", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  const createToken = (headers: object) => owner("POST", "/api/tokens", { name: "x" }, headers);
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: hub.base.replace(/\d+$/, "1") },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
    { origin: "", "sec-fetch-site": "none" },
  ]) {
    const response = await createToken(headers);
    expect([headers, response.status, await errorCode(response)]).toEqual([
      headers,
      403,
      "cross-site",
    ]);
  }
  expect((await createToken({ "sec-fetch-site": "same-origin" })).status).toBe(201);
  const login = { password: ownerPassword };
  const foreign = await owner("POST", "/api/session", login, { origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
});

test("a session stays alive while it is used, and ends 30 days after its last use", async () => {
  await using hub = await startTestHub();
  const day = 86_400_000;
  let now = Date.now();
  await using store = disposable(
    await openStore(`${hub.settings.data}/own`, { now: () => new Date(now) }),
  );
  const sessions = createSessions(store, { now: () => now });
  const app = Fastify();
  await app.register(cookie);
  const login = { person: 1, method: "password" } as const;
  app.get("/start", async (request, reply) => sessions.start(request, reply, login));
  app.get("/check", async (request, reply) => ({
    good: (await sessions.check(request, reply)) !== undefined,
  }));
  const started = await app.inject("/start");
  const cookies = { scanhook: started.cookies[0]!.value };
  const check = () => app.inject({ url: "/check", cookies });

  now += 0.5 * day;
  expect((await check()).cookies).toEqual([]);
  for (let i = 0; i < 3; i++) {
    now += 29 * day;
    const responses = await Promise.all([check(), check(), check()]);
    for (const response of responses) expect(response.json()).toEqual({ good: true });
    // Three requests arrive at once; only those that see the old expiry renew the session.
    const renewed = responses.flatMap((response) => response.cookies);
    expect(renewed.length).toBeGreaterThan(0);
    for (const { value, expires } of renewed) {
      expect(value).toBe(cookies.scanhook);
      expect(expires!.getTime() - now).toBeGreaterThan(29 * day);
    }
  }
  now += 31 * day;
  expect((await check()).json()).toEqual({ good: false });
});

test("metrics are open to this machine, but not through a proxy or under another name", async () => {
  await using hub = await startTestHub();
  const status = async (headers: Record<string, string>) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    request(`${hub.base}/metrics`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    }).end();
    return promise;
  };
  expect(await status({})).toBe(200);
  expect(await status({ "x-forwarded-for": "203.0.113.9" })).not.toBe(200);
  expect(await status({ forwarded: "for=203.0.113.9" })).not.toBe(200);
  expect(await status({ host: "rebound.example:80" })).not.toBe(200);
});

/** Stops the clock of the limits, so that a slow machine earns no attempts back. */
function stopClock(): Disposable {
  return vi.spyOn(performance, "now").mockReturnValue(performance.now());
}

function disposable<T extends { close(): Promise<void> }>(resource: T): T & AsyncDisposable {
  return Object.assign(resource, { [Symbol.asyncDispose]: () => resource.close() });
}

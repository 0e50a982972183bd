import { request } from "node:http";
import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import { startHub } from "../hub.ts";
import { openStore } from "../store/sqlite/open.ts";
import {
  asOwner,
  type Call,
  fromPage,
  ownerPassword,
  postScan,
  quickHash,
  readJson,
  startTestHub,
  toCookie,
} from "../testing/test-hub.ts";
import { hashSecret } from "./secrets.ts";
import { createSessions } from "./sessions.ts";

const errorCode = async (answer: Response) =>
  (await readJson<{ error: { code: string } }>(answer)).error.code;

test("the one-time link sets the password once, then the password logs in", async () => {
  await using hub = await startTestHub();
  const page = fromPage(hub);
  const state = async () => (await page("GET", "/api/session")).json();
  expect(await state()).toMatchObject({ loggedIn: false, passwordSet: false });
  const early = await page("POST", "/api/session", { password: ownerPassword });
  expect([early.status, await errorCode(early)]).toEqual([409, "password-not-set"]);
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

test("changing the password ends every session but the one that asked, and every log-in link", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  const elsewhere = await asOwner({ ...hub, loginCode: "" });
  const { token } = await readJson<{ token: string }>(
    await owner("POST", "/api/tokens", { name: "script" }),
  );
  const store = await openStore(hub.settings.data);
  const expiresAt = new Date(Date.now() + 60_000);
  await store.addCode({ hash: hashSecret("link"), purpose: "login", expiresAt });
  await store.close();

  const next = "staple of the horse";
  const changed = await owner("POST", "/api/session/password", { current: ownerPassword, next });
  expect([changed.status, await changed.text()]).toEqual([204, ""]);
  const here = fromPage(hub, toCookie(changed));
  expect((await here("GET", "/api/scans")).status).toBe(200);
  expect((await owner("GET", "/api/scans")).status).toBe(401);
  expect((await elsewhere("GET", "/api/scans")).status).toBe(401);
  const page = fromPage(hub);
  const logIn = async (body: object) => (await page("POST", "/api/session", body)).status;
  expect(await logIn({ code: "link", password: "one of a thief" })).toBe(401);
  expect(await logIn({ password: ownerPassword })).toBe(401);
  expect(await logIn({ password: next })).toBe(200);

  const authorization = `Bearer ${token}`;
  const back = { current: next, next: ownerPassword };
  const byProgram = await page("POST", "/api/session/password", back, { authorization });
  expect([byProgram.status, byProgram.headers.getSetCookie()]).toEqual([204, []]);
});

test("the password is not changed without the current one, nor to one that is too short", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  using _ = stopTheClock();
  const change = (by: Call, body: object) => by("POST", "/api/session/password", body);
  const next = "staple of the horse";
  const stranger = await change(fromPage(hub), { current: ownerPassword, next });
  expect([stranger.status, await errorCode(stranger)]).toEqual([401, "login-needed"]);
  const short = await change(owner, { current: ownerPassword, next: "1234567" });
  expect([short.status, await errorCode(short)]).toEqual([422, "password-too-short"]);
  const wrong = await change(owner, { current: "wrong", next });
  expect([wrong.status, await errorCode(wrong)]).toEqual([401, "password-wrong"]);
  expect((await owner("GET", "/api/scans")).status).toBe(200);

  // Its tries are those of the log-in.
  for (let i = 0; i < 8; i++) {
    const guess = { password: next, code: `guess${i}` };
    expect((await fromPage(hub)("POST", "/api/session", guess)).status).toBe(401);
  }
  const atOnce = await Promise.all([1, 2, 3].map(() => change(owner, { current: "wrong", next })));
  expect(atOnce.map(({ status }) => status).sort()).toEqual([401, 429, 429]);
  const late = await change(owner, { current: ownerPassword, next });
  expect([late.status, Number(late.headers.get("retry-after")) > 0]).toEqual([429, true]);
});

test("the cookie is out of reach of scripts and other sites, and Secure on https", async () => {
  await using hub = await startTestHub();
  await asOwner(hub);
  const plain = await fromPage(hub)("POST", "/api/session", { password: ownerPassword });
  const given = plain.headers.getSetCookie()[0]!;
  expect(given).toMatch(/^scanhook=[\w-]{43}; /);
  for (const part of ["HttpOnly", "SameSite=Strict", "Path=/"]) expect(given).toContain(part);
  expect(given).not.toContain("Secure");
  const days = (Date.parse(/Expires=([^;]+)/.exec(given)![1]!) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
});

test("behind a trusted proxy that speaks https the cookie is Secure; a stranger cannot claim to be one", async () => {
  for (const [trusted, name] of [
    ["loopback", "__Host-scanhook"],
    ["10.0.0.1", "scanhook"],
  ]) {
    await using hub = await startTestHub("--tls", "off", "--trust-proxy", trusted!);
    const asProxy = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };
    const { loginCode: code } = hub;
    const body = { code, password: ownerPassword };
    const answer = await fromPage(hub)("POST", "/api/session", body, asProxy);
    expect(toCookie(answer).split("=")[0]).toBe(name);
    expect(answer.headers.getSetCookie()[0]!.includes("Secure")).toBe(trusted === "loopback");
  }
});

test("wrong tries are slowed down for an address, and say for how long", async () => {
  await using hub = await startTestHub();
  await asOwner(hub);
  const page = fromPage(hub);
  using _ = stopTheClock();
  for (let i = 0; i < 9; i++) {
    const guess = { password: ownerPassword, code: `guess${i}` };
    expect((await page("POST", "/api/session", guess)).status).toBe(401);
  }
  const atOnce = await Promise.all(
    Array.from({ length: 5 }, () => page("POST", "/api/session", { password: "wrong" })),
  );
  expect(atOnce.map((answer) => answer.status).sort()).toEqual([401, 429, 429, 429, 429]);
  const late = await page("POST", "/api/session", { password: ownerPassword });
  expect(late.status).toBe(429);
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(late.headers.get("retry-after"))).toBeLessThanOrEqual(10);
});

test("an API token opens the API until it is removed, and only its hash is kept", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  const made = await owner("POST", "/api/tokens", { name: "script" });
  const { token, id } = await readJson<{ token: string; id: number }>(made);
  expect(token).toMatch(/^shk_[\w-]{43}$/);
  const bearer = { authorization: `Bearer ${token}` };
  const read = () => fetch(`${hub.base}/api/tokens`, { headers: bearer });
  const listed = await (await read()).text();
  expect(JSON.parse(listed).tokens).toMatchObject([{ id, name: "script" }]);
  expect(listed).not.toContain(token);
  const changed = await fetch(`${hub.base}/api/tokens/${id}`, {
    method: "DELETE",
    headers: bearer,
  });
  expect(changed.status).toBe(204);
  const after = await read();
  expect([after.status, await errorCode(after)]).toEqual([401, "token-wrong"]);
});

test("guessing tokens is slowed down without locking the owner out", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  using _ = stopTheClock();
  const headers = { authorization: `Bearer shk_${"x".repeat(43)}` };
  const guess = async () => (await fetch(`${hub.base}/api/scans`, { headers })).status;
  for (let i = 0; i < 10; i++) expect(await guess()).toBe(401);
  expect(await guess()).toBe(429);
  expect((await owner("GET", "/api/scans")).status).toBe(200);
  const login = await fromPage(hub)("POST", "/api/session", { password: ownerPassword });
  expect(login.status).toBe(200);
});

test("guessing at an inbox is slowed down, while a phone with the right password still gets through", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  const right = { inbox: "door", user: "anna", password: "open sesame" };
  await owner("POST", "/api/inboxes", { name: "door", user: "anna", password: "open sesame" });
  using _ = stopTheClock();
  const store = await openStore(hub.settings.data);
  await store.setCredential("door", "anna", quickHash("open sesame"));
  await store.close();
  const post = async (to: object) => {
    const answer = await postScan(hub, { content: "x" }, { ...right, ...to });
    return { status: answer.status, wait: answer.headers.get("retry-after") };
  };
  expect((await post({})).status).toBe(204);
  const guesses = Array.from({ length: 13 }, (_, i) => post({ password: `guess ${i}` }));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(3).fill(429)]);
  const blocked = await post({ user: "nobody" });
  expect([blocked.status, Number(blocked.wait) > 0]).toEqual([429, true]);
  expect((await post({})).status).toBe(204);
  expect((await post({ user: undefined })).status).toBe(401);
  const login = await fromPage(hub)("POST", "/api/session", { password: ownerPassword });
  expect(login.status).toBe(200);
});

test("another site's page can change nothing with the owner's cookie", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  const make = (headers: object) => owner("POST", "/api/tokens", { name: "x" }, headers);
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: hub.base.replace(/\d+$/, "1") },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
    { origin: "", "sec-fetch-site": "none" },
  ]) {
    const answer = await make(headers);
    expect([headers, answer.status, await errorCode(answer)]).toEqual([headers, 403, "cross-site"]);
  }
  expect((await make({ "sec-fetch-site": "same-origin" })).status).toBe(201);
  const login = { password: ownerPassword };
  const foreign = await owner("POST", "/api/session", login, { origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
});

test("a session stays alive while it is used, and ends 30 days after", async () => {
  await using hub = await startTestHub();
  const day = 86_400_000;
  let now = Date.now();
  await using store = disposable(
    await openStore(`${hub.settings.data}/own`, { now: () => new Date(now) }),
  );
  const sessions = createSessions(store, { now: () => now });
  const app = Fastify();
  await app.register(cookie);
  app.get("/start", async (request, reply) => sessions.start(request, reply));
  app.get("/check", async (request, reply) => ({ good: await sessions.check(request, reply) }));
  const started = await app.inject("/start");
  const cookies = { scanhook: started.cookies[0]!.value };
  const check = () => app.inject({ url: "/check", cookies });

  now += 0.5 * day;
  expect((await check()).cookies).toEqual([]);
  for (let i = 0; i < 3; i++) {
    now += 29 * day;
    const answers = await Promise.all([check(), check(), check()]);
    for (const answer of answers) expect(answer.json()).toEqual({ good: true });
    // One that came after another had renewed the session has no need to.
    const renewed = answers.flatMap((answer) => answer.cookies);
    expect(renewed.length).toBeGreaterThan(0);
    for (const { value, expires } of renewed) {
      expect(value).toBe(cookies.scanhook);
      expect(expires!.getTime() - now).toBeGreaterThan(29 * day);
    }
  }
  now += 31 * day;
  expect((await check()).json()).toEqual({ good: false });
});

test("while no password is set each start makes a new link and ends the old one", async () => {
  await using hub = await startTestHub();
  const old = hub.loginCode;
  await hub.hub.close();
  const next = await startHub(hub.settings, { log: hub.log });
  try {
    const base = `http://127.0.0.1:${next.httpPort}`;
    const page = fromPage({ base });
    const code = next.loginLink!.split("code=")[1];
    expect(code).not.toBe(old);
    const body = { password: ownerPassword };
    expect((await page("POST", "/api/session", { ...body, code: old })).status).toBe(401);
    expect((await page("POST", "/api/session", { ...body, code })).status).toBe(200);
  } finally {
    await next.close();
  }
  const last = await startHub(hub.settings, { log: hub.log });
  expect(last.loginLink).toBeUndefined();
  await last.close();
});

test("metrics answer this machine itself, but nobody who comes through a proxy or by another name", async () => {
  await using hub = await startTestHub();
  const status = async (headers: Record<string, string>) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    request(`${hub.base}/metrics`, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    }).end();
    return promise;
  };
  expect(await status({})).toBe(200);
  expect(await status({ "x-forwarded-for": "203.0.113.9" })).not.toBe(200);
  expect(await status({ forwarded: "for=203.0.113.9" })).not.toBe(200);
  expect(await status({ host: "rebound.example:80" })).not.toBe(200);
});

/** No try is given back while a slow machine works. */
function stopTheClock(): Disposable {
  return vi.spyOn(performance, "now").mockReturnValue(performance.now());
}

function disposable<T extends { close(): Promise<void> }>(it: T): T & AsyncDisposable {
  return Object.assign(it, { [Symbol.asyncDispose]: () => it.close() });
}

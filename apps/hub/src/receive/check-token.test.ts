import { expect, test } from "vitest";
import { createFailureLimit } from "../login/failure-limit.ts";
import { hashSecret } from "../login/secrets.ts";
import type { Scope, TokenInUse } from "../store/logins.ts";
import type { PersonRecord } from "../store/people.ts";
import { openStore } from "../store/sqlite/open.ts";
import { asOwner, readJson, startTestHub, type TestHub } from "../testing/test-hub.ts";
import { createTokenCheck } from "./check-token.ts";

const scan = (content: string) => ({
  ...{ identifier: crypto.randomUUID(), date: new Date().toISOString() },
  content,
});

/** Sends a request of a page to an inbox, with a token in place of credentials. */
const sendAs =
  ({ base }: TestHub, token: string) =>
  (method: string, path: string, body?: object) =>
    fetch(`${base}/in/${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}`, origin: "https://till.example" },
        ...{ accept: "application/vnd.scanhook.verdict+json" },
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

async function startWithTokens() {
  const hub = await startTestHub();
  const owner = await asOwner(hub);
  for (const name of ["door", "desk"]) await owner("POST", "/api/inboxes", { name });
  const makeToken = async (name: string, more: object = {}) =>
    readJson<{ id: number; token: string }>(
      await owner("POST", "/api/tokens", { name, scopes: ["send"], ...more }),
    );
  const listScans = async () => {
    const found = await owner("GET", "/api/scans?after=0");
    type Listed = { scans: { inbox: string; user?: string; content: string }[] };
    return (await readJson<Listed>(found)).scans.map(({ inbox, user, content }) => [
      ...[inbox, user, content],
    ]);
  };
  return { hub, owner, makeToken, listScans };
}

const readRefusal = async (response: Response) => {
  const { message, error } = await readJson<{ message: string; error: { code: string } }>(response);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  return [response.status, error.code, message];
};

test("a token posts scans to the inboxes that it may, as a user with its name", async () => {
  const { hub, owner, makeToken, listScans } = await startWithTokens();
  await using _ = hub;
  const till = await makeToken("till", { inboxes: ["door"] });
  const post = sendAs(hub, till.token);
  const sent = await post("POST", "door", scan("one"));
  expect([sent.status, sent.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  expect(await readRefusal(await post("POST", "desk", scan("two")))).toEqual([
    403,
    "inbox-out-of-reach",
    "This API token is limited to the inboxes door, and this is about others.",
  ]);
  const all = await makeToken("old", { scopes: ["all"] });
  expect((await sendAs(hub, all.token)("POST", "desk", scan("three"))).status).toBe(204);
  const reading = await makeToken("reading", { scopes: ["read"] });
  expect(await readRefusal(await sendAs(hub, reading.token)("POST", "door", scan("x")))).toEqual([
    403,
    "token-too-narrow",
    "The API token reading has the scopes read; this needs send.",
  ]);
  expect(await listScans()).toEqual([
    ["door", "token:till", "one"],
    ["desk", "token:old", "three"],
  ]);
  const named = await owner("POST", "/api/inboxes/door/credentials", { user: "token:till" });
  expect(named.status).toBe(400);
});

test("a token of a person sends as far as their role and inboxes go at that moment", async () => {
  const { hub, owner, listScans } = await startWithTokens();
  await using _ = hub;
  const store = await openStore(hub.settings.data);
  await using __ = { [Symbol.asyncDispose]: () => store.close() };
  const ada = (await store.addPerson({ name: "Ada", role: "desk", inboxes: ["door"] }))!;
  const token = `shk_${"a".repeat(43)}`;
  await store.addToken({ name: "t", hash: hashSecret(token), person: ada.id, scopes: ["all"] });
  const post = sendAs(hub, token);
  expect((await post("POST", "door", scan("one"))).status).toBe(204);
  expect(await readRefusal(await post("POST", "desk", scan("two")))).toEqual([
    403,
    "inbox-out-of-reach",
    "Your account is limited to the inboxes door, and this is about others.",
  ]);
  await owner("PATCH", `/api/people/${ada.id}`, { role: "viewer" });
  await expect
    .poll(async () => readRefusal(await post("POST", "door", scan("later"))).catch(() => []))
    .toEqual([
      403,
      "role-too-low",
      "A viewer may not do this; it needs a desk account. An owner of the hub can change your role under People.",
    ]);
  const [first] = await listScans();
  expect(first).toEqual(["door", "token:t", "one"]);
});

test("a revoked token stops, and wrong ones are refused and then limited", async () => {
  const { hub, owner, makeToken } = await startWithTokens();
  await using _ = hub;
  const { id, token } = await makeToken("till");
  const post = sendAs(hub, token);
  expect((await post("POST", "door", scan("one"))).status).toBe(204);
  expect((await owner("DELETE", `/api/tokens/${id}`)).status).toBe(204);
  await expect.poll(async () => (await post("POST", "door", scan("two"))).status).toBe(401);
  const refused = await post("POST", "door", scan("three"));
  expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="Scanhook"');
  expect(await readRefusal(refused)).toEqual([
    401,
    "token-wrong",
    "This API token is unknown or has expired; make a new one in the dashboard.",
  ]);
  const other = await makeToken("other");
  const guess = sendAs(hub, `shk_${"b".repeat(43)}`);
  await expect.poll(async () => (await guess("POST", "door", scan("x"))).status).toBe(429);
  expect((await guess("POST", "door", scan("x"))).headers.get("retry-after")).toMatch(/^\d+$/);
  // The guesser locks out nobody with a right token at the same address.
  expect((await sendAs(hub, other.token)("POST", "door", scan("four"))).status).toBe(204);
});

test("a token acts and answers beneath its inbox, and is never a supervisor", async () => {
  const { hub, owner, makeToken } = await startWithTokens();
  await using _ = hub;
  await owner("POST", "/api/registers", { name: "shelf", kind: "stock" });
  const list = "code,name,role\nP-A,Shelf A,place\nB-1,Bolt,\n";
  const imported = { text: list, key: "code", label: "name", role: "role" };
  await owner("POST", "/api/registers/shelf/import", imported);
  await owner("PUT", "/api/inboxes/door/register", { register: "shelf", action: "add" });
  const { token } = await makeToken("till");
  const post = sendAs(hub, token);
  await post("POST", "door", scan("P-A"));
  type Answer = { verdict: { movement: number; result: string } };
  const { verdict } = await readJson<Answer>(await post("POST", "door", scan("B-1")));
  expect(verdict).toMatchObject({ result: "yes" });
  const journal = await owner("GET", "/api/registers/shelf/movements");
  expect(await journal.json()).toMatchObject({
    movements: [{ door: "token:till" }, { door: "token:till" }],
  });
  const corrected = await post("POST", `door/correct/${verdict.movement}?quantity=5`);
  expect(await corrected.json()).toMatchObject({ verdict: { result: "yes" } });
  expect((await post("POST", "door/put-down")).status).toBe(204);
  const search = await readRefusal(await post("GET", "door/entries?text=b"));
  expect(search.slice(0, 2)).toEqual([403, "not-a-supervisor"]);
  const narrow = await makeToken("narrow", { scopes: ["registers"] });
  for (const [method, path] of [
    ["POST", `undo/${verdict.movement}`],
    ["POST", `correct/${verdict.movement}?quantity=5`],
    ["POST", `let-in/${verdict.movement}`],
    ["POST", "check-in/1"],
    ["POST", "name/1?label=Nut"],
    ["POST", `answers/${verdict.movement}`],
    ["POST", "put-down"],
    ["GET", "entries?text=b"],
    ["GET", "leads"],
  ] as const) {
    const response = await sendAs(hub, narrow.token)(method, `door/${path}`);
    expect([path, (await readRefusal(response))[1]]).toEqual([path, "token-too-narrow"]);
  }
});

test("a token that was found is looked up again after less than a second", async () => {
  let time = 0;
  let found: TokenInUse | undefined = createToken(["send"]);
  let lookups = 0;
  const check = createTokenCheck({
    store: {
      useToken: async () => {
        lookups += 1;
        return found;
      },
    },
    failures: createFailureLimit({ now: () => 0 }),
    now: () => time,
  });
  const send = () => check("door", "Bearer shk_abc", "192.0.2.1");
  expect(await send()).toEqual({ kind: "valid", user: "token:till" });
  time = 500;
  await send();
  expect(lookups).toBe(1);
  found = undefined;
  time = 1000;
  expect(await send()).toEqual({ kind: "wrong" });
});

function createToken(scopes: Scope[]): TokenInUse {
  const createdAt = new Date(0).toISOString();
  const owner = { id: 1, name: "owner", role: "owner" } as PersonRecord;
  return { id: 1, name: "till", person: 1, scopes, createdAt, owner };
}

import { afterAll, beforeAll, expect, test } from "vitest";
import { rights } from "../../login/rights.ts";
import type { Scope } from "../../store/logins.ts";
import type { Role } from "../../store/people.ts";
import { invite } from "../../testing/people.ts";
import {
  asOwner,
  type Call,
  fromPage,
  readJson,
  startTestHub,
  type TestHub,
} from "../../testing/test-hub.ts";
import { createDescribedApi } from "../testing/api-description.ts";
import { endpointsOfLists, expectedRights, isForLimited } from "./testing/expected-rights.ts";

// Every endpoint is called by everybody. Bodies are empty and numbers unknown, so that most of the
// allowed calls find nothing to do: a right is decided before the rest of the request is read.
// The inbox `door` feeds the registers `gala` and, with the inbox `desk`, `both`; `desk` alone
// feeds `shop`, whose list `lunch` borrows, which an inbox of its own, `hatch`, feeds.

let hub: TestHub;
let owner: Call;
const roles: readonly Role[] = ["owner", "manager", "desk", "viewer"];
const scopes: readonly Scope[] = ["read", "send", "registers", "manage", "all"];
const isAtLeast = (role: Role, needed: Role) => roles.indexOf(role) <= roles.indexOf(needed);
const limit = ["door", "hatch"];

type Caller = { name: string; role: Role; call: Call; scope?: Scope; isLimited?: true };
/** The values for the names and numbers in paths. */
type Target = { inbox: string; register: string; scan: number };
type Outcome = "login-needed" | "role-too-low" | "token-too-narrow" | "inbox-out-of-reach" | "may";

let endpoints: string[];
let scanOf: Record<string, number>;
const within = (): Target => ({ inbox: "door", register: "gala", scan: scanOf.door! });

beforeAll(async () => {
  // Without TLS, so that metrics can be asked for as through a proxy.
  hub = await startTestHub("--tls", "off");
  owner = await asOwner(hub);
  const { operations } = await createDescribedApi(owner);
  for (const name of ["door", "desk", "hatch", "both"]) {
    await owner("POST", "/api/inboxes", { name, open: true });
    const scan = { identifier: `scan ${name}`, date: "2026-05-12T14:23:01Z", content: name };
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(scan) };
    expect((await fetch(`${hub.base}/in/${name}`, init)).status).toBe(204);
  }
  const { scans } = await readJson<{ scans: { id: number; inbox: string }[] }>(
    await owner("GET", "/api/scans"),
  );
  scanOf = Object.fromEntries(scans.map(({ id, inbox }) => [inbox, id]));
  const registers = { gala: ["door"], shop: ["desk"], lunch: ["hatch"], mixed: ["both"] };
  for (const [name, inboxes] of Object.entries(registers)) {
    const lender = name === "lunch" ? { entriesFrom: "shop" } : {};
    await owner("POST", "/api/registers", { name, kind: "check-in", ...lender });
    for (const inbox of inboxes)
      await owner("PUT", `/api/inboxes/${inbox}/register`, { register: name });
  }
  const listed = operations
    .filter(({ name, operation }) => operation.security?.length && !name.startsWith("HEAD "))
    .map(({ name }) => name);
  // Logging out comes last, because the session is gone then.
  endpoints = [...new Set([...listed, "GET /metrics"])].sort(
    (one, other) => Number(one === logOut) - Number(other === logOut),
  );
});

afterAll(() => hub[Symbol.asyncDispose]());

const logOut = "DELETE /api/session";

/** Fills in the parameters of an endpoint. */
function toRequest(endpoint: string, { inbox, register, scan }: Target) {
  const [method = "", template = ""] = endpoint.split(" ");
  const isOfRegister = template.startsWith("/api/registers/");
  const isOfInbox = template.startsWith("/api/inboxes/");
  const isOfHub = !isForLimited(endpoint);
  const name = isOfHub ? "nowhere" : isOfRegister ? register : isOfInbox ? inbox : "nowhere";
  const path = template
    .replace("{name}", name)
    .replace("/api/scans/{id}", `/api/scans/${isOfHub ? 999_999 : scan}`)
    .replace("{identifier}", "04A27F1B5E8000")
    .replace("{report}", "loans")
    .replace(/\{\w+\}/g, "999999");
  return { method, path };
}

/** Calls an endpoint, and returns what came of its right. */
async function tryCall(call: Call, endpoint: string, target: Target): Promise<Outcome | string> {
  const { method, path } = toRequest(endpoint, target);
  const body = method === "GET" || method === "DELETE" ? undefined : {};
  // As if a proxy had passed it on, because metrics are open to this machine.
  const headers = path === "/metrics" ? { "x-forwarded-for": "192.0.2.1" } : {};
  const response = await call(method, path, body, headers);
  if (response.status !== 401 && response.status !== 403) {
    await response.body?.cancel();
    return "may";
  }
  return (await readJson<{ error: { code: string } }>(response)).error.code;
}

/** Returns what was expected of a caller and did not come true, one line each. */
async function findSurprises(
  { name, call }: Pick<Caller, "name" | "call">,
  expected: (endpoint: string) => Outcome,
  { target = within(), of = endpoints }: { target?: Target; of?: readonly string[] } = {},
): Promise<string[]> {
  const surprises: string[] = [];
  for (const endpoint of of) {
    const outcome = await tryCall(call, endpoint, target);
    const wanted = expected(endpoint);
    if (outcome !== wanted) surprises.push(`${name}: ${endpoint} is ${outcome}, not ${wanted}`);
  }
  return surprises;
}

/** Returns what a caller may do within their inboxes, as the roles and scopes are described. */
function expectFor({ role, scope, isLimited }: Omit<Caller, "name" | "call">) {
  return (endpoint: string): Outcome => {
    const needed = expectedRights.get(endpoint)!;
    if (!isAtLeast(role, needed.role)) return "role-too-low";
    if (scope && scope !== "all" && scope !== needed.scope) return "token-too-narrow";
    return isLimited && !isForLimited(endpoint) ? "inbox-out-of-reach" : "may";
  };
}

let invited = 0;
const inviteAs = (role: Role, inboxes?: string[]) => {
  invited += 1;
  const person = { name: `${role} ${invited}`, role };
  return invite(hub, owner, inboxes ? { ...person, inboxes } : person);
};
const makeToken = async (by: Call, body: object): Promise<Call> => {
  const made = await by("POST", "/api/tokens", { name: "program", ...body });
  const { token } = await readJson<{ token: string }>(made);
  return (method, path, payload, headers = {}) =>
    fetch(`${hub.base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(payload !== undefined && { body: JSON.stringify(payload) }),
    });
};

test("every endpoint has a row, and nothing else has one", () => {
  const toName = (row: string) => row.replace(/:(\w+)/g, "{$1}");
  expect(endpoints.filter((name) => !expectedRights.has(name))).toEqual([]);
  const rows = [...rights].map(([row, { role, scope }]) => [toName(row), { role, scope }] as const);
  for (const [name, row] of rows) expect([name, row]).toEqual([name, expectedRights.get(name)]);
  const named = new Set(rows.map(([name]) => name));
  expect(endpoints.filter((name) => !named.has(name))).toEqual([]);
});

test("nobody calls an endpoint without a log-in", async () => {
  const stranger = { name: "nobody", call: fromPage(hub) };
  expect(await findSurprises(stranger, () => "login-needed")).toEqual([]);
});

test.each(roles)("the role %s may call what it is described to, in a browser", async (role) => {
  const { call } = await inviteAs(role);
  expect(await findSurprises({ name: role, call }, expectFor({ role }))).toEqual([]);
});

test.each(roles.flatMap((role) => scopes.map((scope) => [role, scope] as const)))(
  "a token of the role %s with the scope %s may call what both allow",
  async (role, scope) => {
    const person = await inviteAs(role);
    const caller = {
      name: `${role} ${scope}`,
      call: await makeToken(person.call, { scopes: [scope] }),
    };
    expect(await findSurprises(caller, expectFor({ role, scope }))).toEqual([]);
  },
);

test.each(["manager", "desk", "viewer"] as const)(
  "a limited person with the role %s may call what is about their inboxes",
  async (role) => {
    const { call } = await inviteAs(role, limit);
    const name = `limited ${role}`;
    const expected = expectFor({ role, isLimited: true });
    const stays = endpoints.filter((endpoint) => endpoint !== logOut);
    expect(await findSurprises({ name, call }, expected, { of: stays })).toEqual([]);

    const outside = { inbox: "desk", register: "shop", scan: scanOf.desk! };
    const ofOne = stays.filter((endpoint) => isForLimited(endpoint) && isOfOne(endpoint));
    const refused = (endpoint: string) =>
      expected(endpoint) === "may" ? "inbox-out-of-reach" : expected(endpoint);
    expect(await findSurprises({ name, call }, refused, { target: outside, of: ofOne })).toEqual(
      [],
    );
    const missing = { inbox: "nowhere", register: "nowhere", scan: 999_999 };
    expect(await findSurprises({ name, call }, refused, { target: missing, of: ofOne })).toEqual(
      [],
    );
  },
);

const isOfOne = (endpoint: string) =>
  /^\w+ \/api\/(inboxes|registers)\/\{name\}|^GET \/api\/scans\/\{id\}/.test(endpoint);
const isOfRegister = (endpoint: string) => endpoint.includes("/api/registers/{name}");

test.each(["manager", "desk", "viewer"] as const)(
  "a limited %s shares a register with others, but only reads and books in it",
  async (role) => {
    const { call } = await inviteAs(role, ["door", "both"]);
    await owner("PUT", "/api/inboxes/desk/register", { register: "mixed" });
    const mine = expectFor({ role, isLimited: true });
    const ofRegisters = endpoints.filter((each) => isOfRegister(each) && isForLimited(each));
    const shared = (endpoint: string) => {
      const isOfManagers = expectedRights.get(endpoint)?.role === "manager";
      return isOfManagers && mine(endpoint) === "may" ? "inbox-out-of-reach" : mine(endpoint);
    };
    const target = { ...within(), register: "mixed" };
    const caller = { name: `limited ${role}`, call };
    expect(await findSurprises(caller, shared, { target, of: ofRegisters })).toEqual([]);
    await owner("PUT", "/api/inboxes/desk/register", { register: "shop" });
    expect(await findSurprises(caller, mine, { target, of: ofRegisters })).toEqual([]);
  },
);

test("a limited manager does not change the list that a register borrows from another", async () => {
  const { call } = await inviteAs("manager", limit);
  const mine = expectFor({ role: "manager", isLimited: true });
  const expected = (endpoint: string) =>
    endpointsOfLists.includes(endpoint) ? "inbox-out-of-reach" : mine(endpoint);
  const target = { ...within(), register: "lunch" };
  const ofRegisters = endpoints.filter((each) => isOfRegister(each) && isForLimited(each));
  const caller = { name: "limited manager", call };
  expect(await findSurprises(caller, expected, { target, of: ofRegisters })).toEqual([]);
});

test("a limited token of an owner reaches its inboxes, and makes nothing that could do more", async () => {
  const { id, call: byOwner } = await inviteAs("owner");
  const call = await makeToken(byOwner, { scopes: ["all"], inboxes: limit });
  const mine = expectFor({ role: "owner", scope: "all", isLimited: true });
  expect(await findSurprises({ name: "limited token", call }, mine)).toEqual([]);
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const ending = await makeToken(byOwner, { scopes: ["all"], expiresAt });
  const wider: [Call, string, string, object?][] = [
    [call, "POST", "/api/tokens", { name: "wider" }],
    [ending, "POST", "/api/tokens", { name: "wider" }],
    [ending, "POST", "/api/people", { name: "Wider", role: "owner" }],
    [ending, "PATCH", `/api/people/${id}`, { role: "owner" }],
    [ending, "POST", `/api/people/${id}/link`],
  ];
  for (const [token, ...request] of wider) {
    const refused = await token(...request);
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: { code: "token-too-narrow" } },
    ]);
  }
  type Listed = { tokens: { id: number; personName: string }[] };
  const seen = await readJson<Listed>(await call("GET", "/api/tokens"));
  expect(new Set(seen.tokens.map(({ personName }) => personName)).size).toBe(1);
  const { tokens } = await readJson<Listed>(await owner("GET", "/api/tokens"));
  const other = tokens.find(({ personName }) => personName !== seen.tokens[0]!.personName)!;
  expect((await call("DELETE", `/api/tokens/${other.id}`)).status).toBe(404);
});

test("a role, a limit and an end of a token hold for the next request", async () => {
  const { id, call } = await inviteAs("manager");
  const token = await makeToken(call, { scopes: ["all"] });
  const callers = [
    { name: "session", call },
    { name: "token", call: token },
  ];
  for (const role of ["viewer", "desk", "owner", "manager"] as const) {
    await owner("PATCH", `/api/people/${id}`, { role });
    const stays = endpoints.filter((endpoint) => endpoint !== logOut);
    for (const caller of callers)
      expect(await findSurprises(caller, expectFor({ role }), { of: stays })).toEqual([]);
  }
  await owner("PATCH", `/api/people/${id}`, { inboxes: ["desk"] });
  for (const caller of callers)
    expect(await tryCall(caller.call, "GET /api/scans/{id}", within())).toBe("inbox-out-of-reach");
  expect((await owner("DELETE", `/api/people/${id}`)).status).toBe(204);
  expect(await tryCall(call, "GET /api/scans", within())).toBe("login-needed");
  expect(await tryCall(token, "GET /api/scans", within())).toBe("token-wrong");
});

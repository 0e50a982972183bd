import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { openPostgresStore } from "../store/postgres/open.ts";
import { whyNoPostgres } from "../store/postgres/testing/postgres.ts";
import { type SharedPostgres, sharePostgres } from "../store/postgres/testing/shared-postgres.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import {
  asOwner,
  type Call,
  fromPage,
  postScan,
  quickHash,
  readJson,
  startTestHub,
  type TestHub,
  toCookie,
} from "../testing/test-hub.ts";
import {
  allows,
  type ModelPerson,
  type ModelRight,
  pickFrom,
  reachOfModel,
  type Step,
  sequences,
  uses,
} from "./testing/rights-model.ts";

/** How many sequences run on each database, a thousand on SQLite in 40 seconds alone. */
const runs = {
  SQLite: Number(process.env.RIGHTS_SEQUENCES ?? 100),
  PostgreSQL: Number(process.env.RIGHTS_SEQUENCES ?? 30),
};
/**
 * How long a stream may go on after its right, in milliseconds: a second, and more beside other
 * tests, which delay this one. `RIGHTS_SEQUENCES` is for a run alone.
 */
const maxStreamMs = process.env.RIGHTS_SEQUENCES === undefined ? 4000 : 1000;
/** How many sequences run at the same time, each with people of its own. */
const concurrency = 8;

let postgres: SharedPostgres | undefined;
beforeAll(async () => {
  if (whyNoPostgres) console.log(`Skipped in part: ${whyNoPostgres}.`);
  else postgres = await sharePostgres();
});

type Person = ModelPerson & { id: number; name: string; code: string };
type Right = ModelRight & { person: Person; headers: Record<string, string>; id?: number };
type Watch = { right: Right; reach: string; response: IncomingMessage };
type World = {
  people: Person[];
  sessions: Right[];
  tokens: Right[];
  watches: Watch[];
  /** Each sequence has an address, so that none is limited by wrong log-ins of others. */
  page: Call;
};
type Parts = { hub: TestHub; owner: Call; store: Store };

let count = 0;
let sequence = 0;
const seen = { allowed: 0, refused: 0, ended: 0 };
const password = "a password of the model";
const passwordHash = quickHash(password);

describe.each(["SQLite", "PostgreSQL"] as const)("on %s", (kind) => {
  const isSkipped = kind === "PostgreSQL" && whyNoPostgres !== undefined;

  test.skipIf(isSkipped)(
    "nobody may ever do what they may not do at that moment",
    async () => {
      const url = kind === "PostgreSQL" ? await postgres!.createMigratedDatabase() : undefined;
      await using hub = await startTestHub(
        ...["--tls", "off", "--trust-proxy", "loopback"],
        ...(url ? ["--database", url] : []),
      );
      const store = url ? await openPostgresStore(url) : await openStore(hub.settings.data);
      try {
        const owner = await asOwner(hub);
        await fillHub(hub, owner);
        const steps = fc.sample(sequences, { numRuns: runs[kind], seed: Date.now() });
        const takeTurns = async () => {
          for (let next = steps.pop(); next; next = steps.pop()) {
            await runSequence({ hub, owner, store }, next);
          }
        };
        await Promise.all(Array.from({ length: concurrency }, takeTurns));
        // The sequences reach what they are to test.
        expect(Math.min(seen.allowed, seen.refused)).toBeGreaterThan(runs[kind]);
        expect(seen.ended).toBeGreaterThan(runs[kind] / 20);
      } finally {
        await store.close();
      }
    },
    900_000,
  );
});

/** Makes two inboxes with a scan each, and the registers that they feed. */
async function fillHub(hub: TestHub, owner: Call): Promise<void> {
  for (const [inbox, register, kind] of [
    ["door", "gala", "check-in"],
    ["lab", "tools", "stock"],
  ] as const) {
    expect((await owner("POST", "/api/inboxes", { name: inbox, open: true })).status).toBe(201);
    expect((await postScan(hub, { content: `scan of ${inbox}` }, { inbox })).status).toBe(204);
    expect((await owner("POST", "/api/registers", { name: register, kind })).status).toBe(201);
    const action = kind === "check-in" ? "in" : "add";
    const binding = { register, action };
    const bound = await owner("PUT", `/api/inboxes/${inbox}/register`, binding);
    expect([bound.status, await bound.text()]).toEqual([expect.toBeOneOf([200, 204]), ""]);
  }
}

async function runSequence(parts: Parts, steps: readonly Step[]): Promise<void> {
  const address = `10.${Math.floor(++sequence / 250)}.${sequence % 250}.1`;
  const page: Call = (method, path, body, headers) =>
    fromPage(parts.hub)(method, path, body, { ...headers, "x-forwarded-for": address });
  const world: World = { people: [], sessions: [], tokens: [], watches: [], page };
  const done: Step[] = [];
  for (const step of steps) {
    done.push(step);
    try {
      await take(parts, world, step);
      await expectEndedStreams(world);
    } catch (error) {
      throw new Error(`After ${JSON.stringify(done)}: ${error}`, { cause: error });
    }
  }
  for (const { response } of world.watches) response.destroy();
  for (const { id, isThere } of world.people) {
    if (isThere) await parts.owner("DELETE", `/api/people/${id}`);
  }
}

async function take({ hub, owner, store }: Parts, world: World, step: Step): Promise<void> {
  const { people, sessions, tokens, page } = world;
  const person = "person" in step ? pickFrom(people, step.person) : undefined;
  const endSessions = () => {
    for (const session of sessions) if (session.person === person) session.isThere = false;
  };
  switch (step.kind) {
    case "invite": {
      const { role } = step;
      const limit = role === "owner" ? undefined : step.limit;
      const name = `person ${++count}`;
      const made = await owner("POST", "/api/people", { name, role, inboxes: limit });
      expect(made.status).toBe(201);
      const { person, link } = await readJson<{ person: { id: number }; link: string }>(made);
      // A quick hash, because scrypt would take most of the time of the test.
      if (count % 20 !== 0) await store.setPassword(person.id, passwordHash);
      const code = link.split("code=")[1]!;
      people.push({ id: person.id, name, code, role, limit, isThere: true });
      return;
    }
    case "accept": {
      if (!person) return;
      const response = await page("POST", "/api/session", { code: person.code, password });
      // A password that was set, here or by a link, uses up the link.
      if (!response.ok) return expect(response.status).toBe(401);
      expect(person.isThere).toBe(true);
      endSessions();
      sessions.push({ person, isThere: true, headers: { cookie: toCookie(response) } });
      return;
    }
    case "log-in": {
      if (!person) return;
      const login = { name: person.name, password };
      const response = await page("POST", "/api/session", login);
      if (!response.ok) return;
      expect(person.isThere).toBe(true);
      sessions.push({ person, isThere: true, headers: { cookie: toCookie(response) } });
      return;
    }
    case "change-role": {
      if (!person?.isThere) return;
      const { role } = step;
      const { status } = await owner("PATCH", `/api/people/${person.id}`, { role });
      expect(status).toBe(200);
      person.role = role;
      if (role === "owner") person.limit = undefined;
      return;
    }
    case "change-limit": {
      if (!person?.isThere || person.role === "owner") return;
      const inboxes = step.limit ?? null;
      const { status } = await owner("PATCH", `/api/people/${person.id}`, { inboxes });
      expect(status).toBe(200);
      person.limit = step.limit;
      return;
    }
    case "remove":
      if (!person?.isThere) return;
      expect((await owner("DELETE", `/api/people/${person.id}`)).status).toBe(204);
      person.isThere = false;
      return;
    case "log-out-everywhere":
      if (!person?.isThere) return;
      expect((await owner("DELETE", `/api/people/${person.id}/sessions`)).status).toBe(204);
      return endSessions();
    case "log-out": {
      const session = pickFrom(sessions, step.session);
      if (!session) return;
      await page("DELETE", "/api/session", undefined, session.headers);
      session.isThere = false;
      return;
    }
    case "make-token": {
      const session = pickFrom(sessions, step.session);
      if (!session) return;
      const { scopes, limit } = step;
      const body = { name: "token", scopes, inboxes: limit };
      const made = await page("POST", "/api/tokens", body, session.headers);
      expect(made.ok).toBe(session.isThere && session.person.isThere);
      if (!made.ok) return;
      const { id, token } = await readJson<{ id: number; token: string }>(made);
      const headers = { authorization: `Bearer ${token}` };
      tokens.push({ person: session.person, isThere: true, scopes, limit, id, headers });
      return;
    }
    case "revoke-token": {
      const token = pickFrom(tokens, step.token);
      if (!token) return;
      await owner("DELETE", `/api/tokens/${token.id}`);
      token.isThere = false;
      return;
    }
    case "use": {
      const right = pickFrom([...sessions, ...tokens], step.right);
      const use = uses[step.use]!;
      if (!right) return;
      const response = await page(use.method, use.path, use.body, right.headers);
      const text = await response.text();
      const isAllowed = response.status !== 401 && response.status !== 403;
      expect(isAllowed, `${use.method} ${use.path} ${response.status} ${text}`).toBe(
        allows(right, use),
      );
      seen[isAllowed ? "allowed" : "refused"] += 1;
      if (isAllowed && use.about === "some") expectNothingBeyond(right, text);
      return;
    }
    case "watch": {
      const right = pickFrom([...sessions, ...tokens], step.right);
      if (!right || !allows(right, uses[0]!)) return;
      const response = await open(hub, right);
      const reach = JSON.stringify(reachOfModel(right));
      world.watches.push({ right, reach, response });
    }
  }
}

/** Expects that a response names no inbox, register or scan that the right does not reach. */
function expectNothingBeyond(right: Right, text: string): void {
  const { seen } = reachOfModel(right);
  const words = { door: /"door"|"gala"|scan of door/, lab: /"lab"|"tools"|scan of lab/ };
  for (const [inbox, pattern] of Object.entries(words)) {
    if (!seen.includes(inbox)) expect(text).not.toMatch(pattern);
  }
}

/** Expects that the streams whose rights have ended or changed are closed in time. */
async function expectEndedStreams(world: World): Promise<void> {
  const ended = world.watches.filter(
    ({ right, reach }) => !allows(right, uses[0]!) || JSON.stringify(reachOfModel(right)) !== reach,
  );
  world.watches = world.watches.filter((watch) => !ended.includes(watch));
  seen.ended += ended.length;
  for (const { response } of ended) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (response.closed) resolve();
    response.once("close", resolve);
    const timer = setTimeout(() => reject(new Error("A stream goes on.")), maxStreamMs);
    await promise.finally(() => clearTimeout(timer));
  }
}

async function open(hub: TestHub, right: Right): Promise<IncomingMessage> {
  const { headers } = right;
  const stream = get(`${hub.base}/api/scans/stream`, { headers, agent: false });
  const [response] = (await once(stream, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.on("error", () => {}).resume();
  return response;
}

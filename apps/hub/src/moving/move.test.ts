import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { Client } from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { backUp } from "../backup/back-up.ts";
import type { DecisionRequest } from "../store/decision-request.ts";
import { openStore as openInPlace } from "../store/open.ts";
import { openPostgresStore } from "../store/postgres/open.ts";
import { whyNoPostgres } from "../store/postgres/testing/postgres.ts";
import { type SharedPostgres, sharePostgres } from "../store/postgres/testing/shared-postgres.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { moveStore } from "./move.ts";

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: moving a hub to PostgreSQL.`);

describe.skipIf(whyNoPostgres)("moving a hub to PostgreSQL", () => {
  let postgres: SharedPostgres;
  let dir: string;
  let url: string;
  beforeAll(async () => {
    postgres = await sharePostgres();
  });
  beforeEach(async () => {
    dir = await mkdtemp(join(findMemory(), "scanhook-move-"));
    url = await postgres.createDatabase();
  });
  afterEach(async () => {
    await rm(dir, { recursive: true });
    await postgres.dropDatabase(url);
  });

  it("moves everything with its ids, and the ids continue where SQLite stopped", async () => {
    const store = await openStore(dir);
    const gone = await fill(store);
    const before = await readEverything(store);
    await store.close();
    const steps = new Set<string>();
    const moved = await moveStore({
      from: dir,
      to: url,
      progress: (step, table, part) => {
        expect(part).toBeGreaterThan(0);
        expect(part).toBeLessThanOrEqual(1);
        steps.add(`${step} ${table}`);
      },
    });
    expect(moved).toMatchObject({
      kind: "moved",
      resumed: false,
      rows: { scans: before.scans.length, inboxes: 3, destinations: 2, tags: 2 },
    });
    expect(steps).toContain("moving scans");
    const target = await openPostgresStore(url);
    expect(await readEverything(target)).toStrictEqual(before);
    const { id } = await target.append(arrival("new"));
    expect(id).toBeGreaterThan(gone);
    expect((await target.append(arrival("scan 7"))).repeat).toBe(true);
    expect(await target.useCode("code", "pair")).toMatchObject({ kind: "ok" });
    const destinations = (await target.routing()).destinations.map(({ id }) => ({
      destination: id,
      limit: 100,
    }));
    const { claimed } = await target.claim("node", destinations);
    expect(claimed.length).toBe(
      before.deliveries.filter(({ state }) => state === "pending").length,
    );
    // A content that a route took just before the move is not taken again after it.
    const route = before.routes[0]!.id;
    const deliveries = [{ route, state: "pending" as const }];
    const scan = { ...arrival("scan 7").scan, identifier: "another" };
    const { deliveries: made } = await target.append(arrival("", { scan, deliveries }));
    expect(await target.delivery(made![0]!)).toMatchObject({ dropped: { reason: "repeated" } });
    await target.close();
  });

  it("resumes after an interruption at any moment with the same result", async () => {
    const store = await openStore(dir);
    await fill(store);
    const before = await readEverything(store);
    await store.close();
    let ends = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 12 }), { maxLength: 6 }), async (pauses) => {
        const to = await postgres.createDatabase();
        for (const pause of pauses) {
          const ended = new AbortController();
          let left = pause;
          const moved = await moveStore({
            from: dir,
            to,
            signal: ended.signal,
            progress: () => {
              if (left-- === 0) ended.abort();
            },
          }).catch((error: unknown) => error);
          if (ended.signal.aborted) ends += 1;
          if (moved instanceof Error && moved.name !== "AbortError") throw moved;
          if (moved instanceof Error) {
            await expect(openPostgresStore(to)).rejects.toThrow(/not there yet/);
          }
        }
        const moved = await moveStore({ from: dir, to });
        expect(["moved", "finished"]).toContain(moved.kind);
        const target = await openPostgresStore(to);
        expect(await readEverything(target)).toStrictEqual(before);
        await target.close();
        await postgres.dropDatabase(to);
      }),
      { numRuns: 8 },
    );
    expect(ends).toBeGreaterThan(0);
  });

  it("resumes inside every table, also where bytes identify the rows", async () => {
    const store = await openStore(dir);
    await fill(store);
    const { routes } = await store.routing();
    const deliveries = routes.map(({ id }) => ({ route: id, state: "pending" as const }));
    // More recent contents than one transaction moves.
    const contents = Array.from({ length: 500 }, (_, n) => `more ${n}`);
    await Promise.all(contents.map((content) => store.append(arrival(content, { deliveries }))));
    const before = await readEverything(store);
    await store.close();
    const interrupted: string[] = [];
    const moveUntilNextTable = () =>
      moveStore({
        from: dir,
        to: url,
        progress(step, table) {
          if (step !== "moving" || interrupted.includes(table)) return;
          interrupted.push(table);
          throw new Error(`interrupted in ${table}`);
        },
      }).catch((error: Error) => error.message);
    let moved = await moveUntilNextTable();
    for (; typeof moved === "string"; moved = await moveUntilNextTable())
      expect(moved).toBe(`interrupted in ${interrupted.at(-1)}`);
    expect(interrupted).toContain("recent_contents");
    expect(moved).toMatchObject({ kind: "moved", resumed: true });
    const target = await openPostgresStore(url);
    expect(await readEverything(target)).toStrictEqual(before);
    await target.close();
  });

  it("refuses a folder with a running hub and a database with other data", async () => {
    const refused = async (from = dir, to = url) => {
      const moved = await moveStore({ from, to });
      return moved.kind === "refused" ? moved.reason : moved.kind;
    };
    expect(await refused()).toMatch(/not the data folder of a hub.*--from/);
    const store = await openStore(dir);
    expect(await refused()).toMatch(/A hub is running on .*Stop it first/);
    await store.append(arrival("still works"));
    await store.close();
    const taken = await postgres.createDatabase();
    const hub = await openPostgresStore(taken);
    await hub.addInbox({ name: "scans", open: true });
    await hub.close();
    expect(await refused(dir, taken)).toMatch(/already holds a hub/);
    await postgres.dropDatabase(taken);
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("CREATE TABLE orders (n integer)");
    await expect(moveStore({ from: dir, to: url })).rejects.toThrow(StoreUnavailable);
    await client.query("DROP TABLE orders");
    await client.end();
    expect(await refused()).toBe("moved");
    expect(await refused()).toBe("finished");
    await expect(openInPlace({ dataDir: dir })).rejects.toThrow(
      /^The scans of .* were moved to postgres:.*\. Use that database with --database, or delete .*moved-to-postgres\.txt to continue/,
    );
    expect(await backUp({ dir, archive: join(dir, "backup.tar.gz") })).toEqual({
      ok: false,
      reason: expect.stringMatching(/were moved to postgres:/),
    });
    await (await openInPlace({ dataDir: dir, database: url })).close();
    await rm(join(dir, "moved-to-postgres.txt"));
    await (await openInPlace({ dataDir: dir })).close();
    const other = await mkdtemp(join(findMemory(), "scanhook-move-"));
    await (await openStore(other)).close();
    expect(await refused(other)).toMatch(/holds a hub that was moved from/);
    await rm(other, { recursive: true });
  });

  it("reports a copy that differs from the original", async () => {
    const store = await openStore(dir);
    await fill(store);
    await store.close();
    await (await openPostgresStore(url)).close();
    const client = new Client({ connectionString: url });
    await client.connect();
    // A trigger on a table that is moved after the scans changes one of them.
    await client.query(`CREATE FUNCTION forge() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE scans SET content = 'forged' WHERE id = 3;
      RETURN NULL; END $$`);
    await client.query(
      "CREATE TRIGGER forge AFTER INSERT ON attempts FOR EACH STATEMENT EXECUTE FUNCTION forge()",
    );
    await client.end();
    const moved = await moveStore({ from: dir, to: url });
    expect(moved).toMatchObject({
      kind: "refused",
      reason: expect.stringMatching(
        /^The copy differs from the original: the table scans .*different contents/,
      ),
    });
    await expect(openPostgresStore(url)).rejects.toThrow(/not there yet/);
  });
});

function arrival(content: string, more: object = {}) {
  const scan = { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content };
  return {
    inbox: "door",
    scan,
    body: `{"content":1}`,
    receivedAt: new Date(1_780_000_000_000),
    ...more,
  };
}

/** Fills every table, with texts that need escaping. Returns the greatest id of a scan. */
async function fill(store: Store): Promise<number> {
  await store.setOwnerPassword("hash");
  for (const name of ["door", "gate", "trail"]) {
    await store.addInbox({ name, title: `Title \u0000 of ${name}`, open: name === "gate" });
  }
  await store.setCredential("door", "phone", "hash");
  await store.changeInbox("gate", { keepDays: 3, keepScans: 7 });
  await store.changeInbox("trail", { audit: true });
  await store.addToken({ name: "script", hash: "token" });
  await store.addSession({ hash: "session", expiresAt: new Date(Date.now() + 1e9) });
  const expiresAt = new Date(Date.now() + 1e9);
  await store.addCode({ hash: "code", purpose: "pair", data: { inbox: "door" }, expiresAt });
  const plain = { settings: { url: "https://example.org/" }, concurrency: 4, ordered: false };
  for (const name of ["shop", "log"]) {
    await store.addDestination({
      ...plain,
      name,
      kind: "http",
      secrets: { password: "sealed" },
      allowPrivate: false,
      origin: "dashboard",
    });
    await store.addRoute({
      name,
      destination: name,
      inbox: "door",
      filter: { content: "*" },
      shape: { format: "scan" },
      mode: "stored",
      expiresMs: 3_600_000,
      oncePerMs: 3_600_000,
      on: true,
      origin: "dashboard",
    });
  }
  const { routes } = await store.routing();
  const deliveries = routes.map(({ id }) => ({ route: id, state: "pending" as const }));
  for (let n = 0; n < 40; n++) {
    const content = `scan ${n}${n === 7 ? "" : ` \u0000\u001a0 ü 🧵 ${n}`}`;
    const tag = n % 5 === 0 ? { source: "nfc" as const, tag: `04:0${n % 2}` } : {};
    await store.append(arrival(content, { ...tag, user: "phone", deliveries, trace: "00-1-2-01" }));
    await store.append(arrival(content, { inbox: "trail" }));
  }
  await store.append(arrival("scan 7"));
  await store.nameTag("04:00", "Drill");
  const wanted = routes.map((_, n) => ({ destination: n + 1, limit: 5 }));
  const { claimed } = await store.claim("node", wanted);
  const at = new Date().toISOString();
  await store.settle(
    "node",
    claimed.slice(0, 4).map(({ id }, n) => ({
      id,
      state: n === 0 ? "dead" : "delivered",
      attempt: { at, ms: 1.25 + n, status: 200, answer: "fine \u0000" },
    })),
  );
  await fillRegisters(store);
  // The scan with the greatest id is deleted, and its id must not be used again.
  const gone = await store.append(arrival("gone", { inbox: "gate" }));
  await store.removeInbox("gate", { scans: "delete" });
  await store.addInbox({ name: "gate", open: true });
  return gone.id;
}

/** Lends things to a guest, asks for a hand-over, and inspects a thing. */
async function fillRegisters(store: Store): Promise<void> {
  const questions = [{ key: "note", label: "Note \u0000", type: "text" as const }];
  await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
  await store.addRegister({
    ...{ name: "tools", kind: "loans", peopleFrom: "gala" },
    rules: { loanFor: "7 days", questions },
  });
  await store.addRegister({
    ...{ name: "checks", kind: "inspection", entriesFrom: "tools" },
    rules: { every: "1 year", questions },
  });
  const [checks, gala, tools] = (await store.registers()).map(({ id }) => id);
  for (const [id, labels] of [
    [gala!, ["Ada", "Bob"]],
    [tools!, ["Drill", "Saw"]],
  ] as const)
    for (const label of labels) {
      await store.addEntry(id, { keys: [`t:${label}`], label, fields: {} });
    }
  await store.addEntry(tools!, { keys: ["t:Cy"], label: "Cy", fields: {}, role: "person" });
  const send = async (content: string, request: DecisionRequest = { kind: "scan" }) =>
    (await store.append(arrival(content, { inbox: "door", user: "desk", request }))).verdict!;
  await store.bindInbox("door", { register: "tools", action: "lend", answer: "negotiated" });
  for (const content of ["Ada", "Drill", "Saw", "Cy"]) await send(content);
  await store.bindInbox("door", { register: "checks", action: "inspect", answer: "negotiated" });
  const [drill] = await store.entries(tools!, { text: "Drill", limit: 1 });
  const act = { kind: "act", register: checks!, entry: drill!.id, action: "inspect" } as const;
  const { movement } = await send("by hand", act);
  const answer = { kind: "answer", register: checks!, movement } as const;
  await send("answers", { ...answer, answers: { note: "A \u0000 B" } });
  const turn = { register: tools!, entry: drill!.id, turn: 1, stage: "overdue" } as const;
  expect(await send("reminder", { kind: "remind", ...turn })).toMatchObject({ code: "overdue" });
  await store.bindInbox("door", { register: "tools", action: "lend", answer: "negotiated" });
}

async function readRegisters(store: Store) {
  const registers = await store.registers();
  return Promise.all(
    registers.map(async (register) => ({
      register,
      entries: await store.entries(register.id, { limit: 99 }),
      told: await store.toldMovements(register.id, { after: 0, limit: 99 }),
    })),
  );
}

async function readEverything(store: Store) {
  const scans = await store.listScans({}, { limit: 1000 });
  const deliveries = await store.deliveries({}, { limit: 1000 });
  const { routes, destinations } = await store.routing();
  return {
    scans,
    bodies: await Promise.all(scans.map(({ id }) => store.scan(id))),
    found: await store.listScans({ text: "scan 7" }, { limit: 100 }),
    named: await store.listScans({ text: "drill" }, { limit: 100 }),
    tags: await store.tags({}, { limit: 100 }),
    foundTags: await store.tags({ text: "scan" }, { limit: 100 }),
    inboxes: await store.inboxes(),
    receiving: await store.inbox("door"),
    password: await store.ownerPassword(),
    tokens: await store.tokens(),
    session: await store.session("session"),
    routes,
    destinations,
    secrets: await Promise.all(destinations.map(({ id }) => store.destinationWithSecrets(id))),
    counts: await store.deliveryCounts(),
    deliveries,
    logs: await Promise.all(deliveries.map(({ id }) => store.delivery(id))),
    head: await store.head("trail"),
    chain: await store.listChainRows("trail", 0, 1000),
    registers: await readRegisters(store),
  };
}

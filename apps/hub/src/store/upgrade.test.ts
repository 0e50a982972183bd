import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import type { DecisionRequest } from "./decision-request.ts";
import { openPostgresStore } from "./postgres/open.ts";
import { whyNoPostgres } from "./postgres/testing/postgres.ts";
import { type SharedPostgres, sharePostgres } from "./postgres/testing/shared-postgres.ts";
import { openStore } from "./sqlite/open.ts";
import type { Store } from "./store.ts";
import {
  fillReleaseDatabase,
  type ReleaseContents,
  readReleaseContents,
  writeReleaseDatabase,
} from "./testing/release-data.ts";
import { toArrival } from "./testing/subject.ts";

// The data is in `fixtures/release-0.1.0`. A new migration needs a test here of what must hold
// after it.

const now = () => new Date("2026-11-22T12:00:00.000Z");

describe("on SQLite", () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(findMemory(), "scanhook-upgrade-"));
    await writeReleaseDatabase(dir);
  });
  afterEach(() => rm(dir, { recursive: true }));

  specifyUpgrade(() => openStore(dir, { now }));
});

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: data of 0.1.0 on PostgreSQL.`);

describe.skipIf(whyNoPostgres)("on PostgreSQL", () => {
  let postgres: SharedPostgres;
  let url: string;
  beforeAll(async () => {
    postgres = await sharePostgres();
  });
  beforeEach(async () => {
    url = await postgres.createDatabase();
    await fillReleaseDatabase(url);
  });
  afterEach(() => postgres.dropDatabase(url));

  specifyUpgrade(() => openPostgresStore(url, { now }));
});

function specifyUpgrade(open: () => Promise<Store>): void {
  let store: Store;
  let contents: ReleaseContents;
  beforeEach(async () => {
    contents = await readReleaseContents();
    store = await open();
  });
  afterEach(() => store.close());

  it("keeps every scan of release 0.1.0 with its body", async () => {
    const scans = await store.listScans({}, { after: 0, limit: 100 });
    const withBodies = await Promise.all(scans.map(({ id }) => store.scan(id)));
    expect(withBodies).toMatchObject(contents.scans);
  });

  it("finds scans by letters without accents, which release 0.1.0 did not fold all", async () => {
    for (const text of ["grusse lodz", "ＬＯＤＺ", "uberraschung"])
      expect(await store.countScans({ text }), text).toBe(1);
    expect(await store.countScans({ text: "drill" })).toBe(2);
  });

  it("keeps inboxes, users and tags", async () => {
    expect(await store.inboxes()).toMatchObject(contents.inboxes);
    expect((await store.inbox("counter"))?.credentials).toMatchObject([
      { user: "anna", passwordHash: "scrypt$anna" },
      { user: "ben", passwordHash: "scrypt$ben" },
    ]);
    expect(await store.tags({}, { limit: 100 })).toMatchObject(contents.tags);
  });

  it("keeps audit trails, which the next scan continues", async () => {
    const { head, rows } = contents.trails.records;
    expect(await store.head("records")).toStrictEqual(head);
    expect(rows).toMatchObject(await store.listChainRows("records", 0, 100));
    await store.append(toArrival({ inbox: "records", content: "sample 19" }));
    expect(await store.head("records")).toMatchObject({ count: head.count + 1 });
    expect(await store.deleteScan(rows[0]!.scan.id)).toBe("audited");
  });

  it("keeps the owner's password, tokens, sessions and pair codes", async () => {
    expect((await store.loginSecrets(1))?.passwordHash).toBe(contents.ownerPassword);
    expect(await store.people()).toMatchObject([
      { id: 1, name: "owner", role: "owner", hasPassword: true, hasTotp: false },
    ]);
    expect(await store.tokens()).toMatchObject(
      contents.tokens.map((token) => ({ ...token, person: 1, scopes: ["all"] })),
    );
    expect(await store.useToken("a".repeat(64))).toMatchObject({ name: "report" });
    expect(await store.session("b".repeat(64))).toMatchObject({
      ...(contents.session as object),
      method: "password",
      owner: { id: 1, name: "owner" },
    });
    expect(await store.useCode("c".repeat(64), "pair")).toMatchObject({
      kind: "ok",
      data: { inbox: "counter", user: "cleo" },
    });
  });

  it("keeps destinations with their secrets, routes, and deliveries with their attempts", async () => {
    expect(await store.routing()).toMatchObject(contents.routing);
    const { destination } = contents.destinationWithSecrets as { destination: { id: number } };
    expect(await store.destinationWithSecrets(destination.id)).toMatchObject(
      contents.destinationWithSecrets,
    );
    const deliveries = await store.deliveries({}, { limit: 100 });
    const withAttempts = await Promise.all(deliveries.map(({ id }) => store.delivery(id)));
    expect(withAttempts).toMatchObject(contents.deliveries);
    expect(await store.deliveryCounts()).toMatchObject(contents.deliveryCounts);
  });

  it("gives inboxes, tags, destinations and routes their first revision", async () => {
    const { destinations, routes } = await store.routing();
    const records = [...(await store.inboxes()), ...destinations, ...routes];
    expect(records.map(({ revision, changedAt }) => [revision, changedAt])).toStrictEqual(
      records.map(({ createdAt }) => [1, createdAt]),
    );
    const tags = await store.tags({}, { limit: 100 });
    expect(tags.map(({ revision }) => revision)).toStrictEqual(tags.map(() => 1));
    const [inbox] = contents.inboxes;
    expect(await store.changeInbox(inbox!.name, { title: "New", revision: 1 })).toBe("changed");
    expect(await store.changeInbox(inbox!.name, { title: "Old", revision: 1 })).toBe(
      "changed-meanwhile",
    );
  });

  it("counts the scans of release 0.1.0 for the days on which they were received", async () => {
    const expected = new Map<string, number>();
    for (const { receivedAt, inbox, user = "" } of contents.scans) {
      const key = [receivedAt.slice(0, 10), inbox, user].join(" ");
      expected.set(key, (expected.get(key) ?? 0) + 1);
    }
    const counts = await store.listDayCounts({}, { group: "user", limit: 100 });
    expect(
      counts.map(({ day, inbox, user = "", scans }) => [[day, inbox, user].join(" "), scans]),
    ).toStrictEqual([...expected].sort());
    expect(await store.countReceived({})).toBe(contents.scans.length);
    const totals = (await store.deliveryCounts()).map(({ deliveredTotal }) => deliveredTotal);
    expect(totals).toStrictEqual(contents.deliveryCounts.map(({ delivered }) => delivered));
  });

  it("sends the deliveries that were pending", async () => {
    const pending = contents.deliveries.filter(({ state }) => state === "pending");
    const wanted = contents.routing.destinations.map(({ id }) => ({ destination: id, limit: 9 }));
    const { claimed } = await store.claim("node", wanted);
    expect(claimed.map(({ id }) => id).toSorted()).toStrictEqual(
      pending.map(({ id }) => id).toSorted(),
    );
  });

  it("lets no delivery expire but those of a route that is changed, and takes a content once", async () => {
    expect(await store.dropExpired()).toStrictEqual({ count: 0, next: undefined });
    const [route] = (await store.routing()).routes;
    expect(route).toMatchObject({ expiresMs: undefined, oncePerMs: undefined });
    await store.changeRoute(route!.name, { expiresMs: 1000, oncePerMs: 1000 });
    const deliveries = [{ route: route!.id, state: "pending" as const }];
    for (const identifier of ["first", "second"])
      await store.append(toArrival({ identifier, content: "on", deliveries }));
    expect(await store.deliveries({}, { limit: 2 })).toMatchObject([
      { state: "dropped", dropped: { reason: "repeated", withinMs: 1000 } },
      { state: "pending", expiresAt: new Date(now().getTime() + 1000).toISOString() },
    ]);
  });

  it("has no registers, and decides about the scans of an inbox as soon as it feeds one", async () => {
    expect(await store.registers()).toStrictEqual([]);
    expect((await store.inbox("counter"))!.answer).toBeUndefined();
    await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
    expect(await store.registers()).toMatchObject([{ name: "gala", origin: "dashboard" }]);
    const binding = { register: "gala", action: "in", answer: "negotiated" } as const;
    expect(await store.bindInbox("counter", binding)).toBe("bound");
    const request = { kind: "scan" } as const;
    const { verdict } = await store.append(toArrival({ inbox: "counter", request }));
    expect(verdict).toMatchObject({ code: "unknown", register: "gala" });
    const [old] = contents.scans;
    expect((await store.scan(old!.id))!.content).toBe(old!.content);
  });

  it("has no displays, and shows those that are added", async () => {
    await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
    const [gala] = await store.registers();
    expect(await store.displays(gala!.id)).toStrictEqual([]);
    await store.addDisplay(gala!.id, { hash: "d".repeat(64), names: false });
    expect(await store.viewDisplay("d".repeat(64))).toMatchObject({ register: "gala", inside: 0 });
  });

  it("undoes an import into a register", async () => {
    await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
    const [gala] = await store.registers();
    const importAs = (label: string) =>
      store.importEntries(gala!.id, [{ keys: ["t:T-1"], label, fields: {} }], {
        label,
        dry: false,
      });
    await importAs("Ada Lovelace");
    await store.forgetImport(gala!.id);
    await importAs("Ada King");
    expect(await store.undoImport(gala!.id)).toStrictEqual({ removed: 0, putBack: 1, left: 0 });
    expect(await store.entries(gala!.id, { limit: 9 })).toMatchObject([{ label: "Ada Lovelace" }]);
  });

  it("lends and inspects things as soon as there are registers for it", async () => {
    await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
    const questions = [{ key: "ok", label: "In order?", type: "pass-fail" as const }];
    await store.addRegister({ name: "tools", kind: "loans", rules: {}, peopleFrom: "gala" });
    await store.addRegister({
      ...{ name: "checks", kind: "inspection", rules: { questions }, entriesFrom: "tools" },
    });
    const [checks, gala, tools] = (await store.registers()).map(({ id }) => id);
    const add = (id: number, label: string) =>
      store.addEntry(id, { keys: [`t:${label}`], label, fields: {} });
    await add(gala!, "Ada");
    const { id: entry } = (await add(tools!, "Drill")) as { id: number };
    await store.bindInbox("counter", { register: "tools", action: "lend", answer: "negotiated" });
    const send = async (content: string, request: DecisionRequest = { kind: "scan" }) => {
      const scan = { inbox: "counter", user: "anna", receivedAt: now(), identifier: content };
      return (await store.append(toArrival({ ...scan, content, request }))).verdict!;
    };
    await send("Ada");
    expect(await send("Drill")).toMatchObject({ code: "lent", loan: { holder: "Ada" } });
    const act = { kind: "act", register: checks!, entry, action: "inspect" } as const;
    const { movement } = await send("by hand", act);
    const answers = { ok: "pass" };
    const answer = { kind: "answer", register: checks!, movement, answers } as const;
    expect(await send("answers", { ...answer, inbox: "counter" })).toMatchObject({
      code: "passed",
    });
  });

  it("has no alerts, and sends none before their settings name a destination", async () => {
    expect(await store.alerts()).toStrictEqual([]);
    expect(await store.alertSettings()).toMatchObject({ destinations: [], origin: "dashboard" });
    expect((await store.alertSettings()).revision).toBe(1);
  });

  it("deletes a scan of release 0.1.0 and brings it back as it was", async () => {
    const [newest] = await store.listScans({ inbox: "counter" }, { limit: 1 });
    const tags = await store.tags({}, { limit: 100 });
    const counts = await store.deliveryCounts();
    expect(await store.deleteScan(newest!.id)).toBe("deleted");
    expect(await store.scan(newest!.id)).toBeUndefined();
    await store.restoreScans({ ids: [newest!.id] });
    expect(await store.listScans({ inbox: "counter" }, { limit: 1 })).toStrictEqual([newest]);
    expect(await store.tags({}, { limit: 100 })).toStrictEqual(tags);
    expect(await store.deliveryCounts()).toStrictEqual(counts);
  });

  it.each([
    ["4006381178495", 2],
    ["uberr", 1],
    ["04:A2:7F:1B:5E:80:00", 2],
    ["e0040108", 1],
    ["yellow", 2],
    ["anna", 4],
    ["178495", 2],
    ["5e8000", 2],
    ["axy", 1],
    ["xala", 0],
    ["lack", 1],
  ])("finds the scans with %s", async (text, count) => {
    expect(await store.countScans({ text })).toBe(count);
  });
}

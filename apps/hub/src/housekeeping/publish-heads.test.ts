import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { dailyHeads } from "../audit/daily-heads.ts";
import { openStore } from "../store/open.ts";
import { whyNoPostgres } from "../store/postgres/testing/postgres.ts";
import { type SharedPostgres, sharePostgres } from "../store/postgres/testing/shared-postgres.ts";
import type { Store } from "../store/store.ts";
import { publishHeads } from "./publish-heads.ts";

let postgres: SharedPostgres | undefined;
if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: heads on PostgreSQL.`);
beforeAll(async () => {
  if (!whyNoPostgres) postgres = await sharePostgres();
});

const databases = ["SQLite", ...(whyNoPostgres ? [] : ["PostgreSQL"])];

describe.each(databases)("on %s", (name) => {
  let dir: string;
  let location: Parameters<typeof openStore>[0];
  let store: Store;

  beforeEach(async () => {
    dir = await mkdtemp(join(findMemory(), "scanhook-heads-"));
    const database = name === "SQLite" ? undefined : await postgres?.createMigratedDatabase();
    location = { dataDir: dir, ...(database && { database }) };
    store = await openStore(location);
    await store.addInbox({ name: "door", open: true });
  });
  afterEach(async () => {
    await store.close();
    if (location.database) await postgres?.dropDatabase(location.database);
    await rm(dir, { recursive: true, force: true });
  });

  const append = (content: string, receivedAt: string, inbox = "door") =>
    store.append({
      inbox,
      user: "phone",
      scan: { identifier: `id of ${content}`, date: "2026-05-12T14:23:01Z", content },
      body: `{ "content": "${content}" }`,
      receivedAt: new Date(receivedAt),
    });

  /** Computes the hash of the trail up to this many scans, without any code of the hub. */
  async function computeHead(inbox: string, count: number): Promise<string> {
    let hash = "";
    for (const { id } of await store.listScans({ inbox }, { after: 0, limit: count })) {
      const { user, identifier, date, content, receivedAt, body } = (await store.scan(id))!;
      const text = JSON.stringify([id, inbox, user, identifier, date, content, receivedAt, body]);
      hash = createHash("sha256").update(hash).update(text).digest("hex");
    }
    return hash;
  }

  const listPublishedHeads = () =>
    store.listScans({ inbox: "audit-heads" }, { after: 0, limit: 100 });

  test("publishes the head at midnight as a scan in an inbox that nobody can post to", async () => {
    await append("one", "2026-11-20T10:00:00Z");
    await store.changeInbox("door", { audit: true });
    await append("two", "2026-11-20T23:59:59.999Z");
    await append("three", "2026-11-21T00:00:00Z");
    await publishHeads(store, new Date("2026-11-21T09:00:00Z"));
    const hash = await computeHead("door", 2);
    const [head] = await listPublishedHeads();
    expect(head).toMatchObject({
      date: "2026-11-21T00:00:00Z",
      content: `sha256:${hash} 2 door`,
      tagType: "auditHead",
      structured: { inbox: "door", count: 2, hash },
    });
    expect(await dailyHeads(store)).toEqual([{ inbox: "door", count: 2, hash }]);
    expect(await store.inbox("audit-heads")).toMatchObject({ open: false, credentials: [] });
  });

  test("publishes one head a day for each inbox, however many nodes do it and however often", async () => {
    await store.addInbox({ name: "dock", open: true });
    await append("one", "2026-11-20T10:00:00Z");
    await append("other", "2026-11-20T11:00:00Z", "dock");
    for (const name of ["door", "dock"]) await store.changeInbox(name, { audit: true });
    const otherStore = await openStore(location);
    const hours = ["00:10", "00:11", "07:00", "23:59"];
    for (const hour of hours) {
      const now = new Date(`2026-11-21T${hour}:00Z`);
      await Promise.all([publishHeads(store, now), publishHeads(otherStore, now)]);
      await append(`at ${hour}`, now.toISOString());
    }
    expect(await listPublishedHeads()).toHaveLength(2);
    const next = new Date("2026-11-22T03:00:00Z");
    await Promise.all([publishHeads(otherStore, next), publishHeads(store, next)]);
    await otherStore.close();
    const heads = await dailyHeads(store);
    expect(heads.map(({ inbox, count }) => `${inbox} ${count}`).sort()).toEqual([
      "dock 1",
      "dock 1",
      "door 1",
      "door 5",
    ]);
    const last = heads.at(-1)!;
    expect(last.hash).toBe(await computeHead(last.inbox, last.count));
  });

  test("publishes nothing without an audit trail, right after midnight, or for an empty trail", async () => {
    await append("one", "2026-11-20T10:00:00Z");
    await publishHeads(store, new Date("2026-11-21T09:00:00Z"));
    expect(await store.inbox("audit-heads")).toBeUndefined();
    await store.changeInbox("door", { audit: true });
    await store.addInbox({ name: "empty", open: true });
    await store.changeInbox("empty", { audit: true });
    await publishHeads(store, new Date("2026-11-21T00:09:59Z"));
    expect(await listPublishedHeads()).toEqual([]);
    await publishHeads(store, new Date("2026-11-21T00:10:00Z"));
    expect((await listPublishedHeads()).map(({ structured }) => structured?.inbox)).toEqual([
      "door",
    ]);
  });

  test("only a route from audit-heads forwards the heads, not one from every inbox", async () => {
    await append("one", "2026-11-20T10:00:00Z");
    await store.changeInbox("door", { audit: true });
    await store.addDestination({
      name: "notary",
      kind: "http",
      settings: { url: "https://notary.example.org/" },
      secrets: {},
      concurrency: 1,
      ordered: false,
      allowPrivate: false,
      origin: "dashboard",
    });
    const route = {
      destination: "notary",
      filter: { tagType: "auditHead" },
      shape: { format: "scan" },
      mode: "stored",
      on: true,
      origin: "dashboard",
    } as const;
    await store.addRoute({ ...route, name: "heads", inbox: "audit-heads" });
    await store.addRoute({ ...route, name: "everything" });
    await publishHeads(store, new Date("2026-11-21T09:00:00Z"));
    const [head] = await listPublishedHeads();
    expect(await store.deliveries({}, { limit: 10 })).toMatchObject([
      { scan: head!.id, route: "heads", destination: "notary", state: "pending" },
    ]);
  });
});

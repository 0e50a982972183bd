import { Client } from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../open.ts";
import type { Store } from "../store.ts";
import { arrival } from "../testing/arrival.ts";
import { problemOf, refusalOf } from "../testing/rejections.ts";
import { openPostgresStore, type PostgresOptions } from "./open.ts";
import { runSql, whyNoPostgres } from "./testing/postgres.ts";
import { type SharedPostgres, sharePostgres } from "./testing/shared-postgres.ts";

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: opening PostgreSQL.`);

describe.skipIf(whyNoPostgres)("the PostgreSQL store", () => {
  let postgres: SharedPostgres;
  let url: string;
  const stores: Store[] = [];
  beforeAll(async () => {
    postgres = await sharePostgres();
  });
  beforeEach(async () => {
    url = await postgres.createDatabase();
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    await postgres.dropDatabase(url);
  });

  async function open(options?: PostgresOptions, database = url): Promise<Store> {
    const store = await openPostgresStore(database, options);
    stores.push(store);
    return store;
  }

  const sql = (text: string, database = url) => runSql(database, text);

  it("creates the tables once when several nodes open an empty database at the same time", async () => {
    const opened = await Promise.all(Array.from({ length: 5 }, () => open()));
    await Promise.all(opened.map((store, n) => store.append(arrival(`${n}`))));
    expect(await opened[0]!.countScans({})).toBe(5);
  });

  it("opens a postgres:// URL, and with create false refuses a database without a store", async () => {
    const location = { dataDir: "/nowhere", database: url };
    expect(await refusalOf(openStore(location, { create: false }))).toMatch(/There is no Scanhook/);
    const store = await openStore(location);
    await store.append(arrival("one"));
    await store.close();
    const reopened = await openStore(location, { create: false });
    stores.push(reopened);
    expect(await reopened.countScans({})).toBe(1);
  });

  it("refuses the database of a newer release, and one with other tables", async () => {
    await (await open()).close();
    await sql("INSERT INTO migrations VALUES (9999, '9999_future.sql', 0)");
    expect(await refusalOf(open())).toMatch(/newer Scanhook/);
    await sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE orders (n integer)");
    expect(await refusalOf(open())).toMatch(/holds something else \(orders\)/);
    await sql("CREATE TABLE migrations (id integer, batch integer)");
    expect(await refusalOf(open())).toMatch(/holds something else/);
  });

  it("says what is wrong with the URL, and never shows the password", async () => {
    const refusalWith = (change: (parsed: URL) => void) => {
      const parsed = new URL(url);
      parsed.password = "hush-hush";
      change(parsed);
      return refusalOf(openPostgresStore(parsed.href));
    };
    const sentences = [
      await refusalWith((parsed) => {
        parsed.pathname = "/nobody_made_this";
      }),
      await refusalWith((parsed) => {
        parsed.port = "1";
      }),
      await refusalWith((parsed) => {
        parsed.hostname = "no-such-host.invalid";
      }),
      await refusalWith((parsed) => {
        parsed.username = "stranger";
      }),
      await refusalWith((parsed) => {
        parsed.searchParams.set("sslmode", "require");
      }),
    ];
    expect(sentences[0]).toMatch(/no such database.*createdb/);
    expect(sentences[1]).toMatch(/cannot be reached.*Start PostgreSQL/);
    expect(sentences[2]).toMatch(/cannot be reached.*no-such-host/);
    expect(sentences[3]).toMatch(/refuses this user/);
    expect(sentences[4]).toMatch(/does not support SSL/);
    for (const sentence of sentences) expect(sentence).not.toContain("hush");
  });

  it("fails as read-only while the database is read-only, and works again afterwards", async () => {
    const store = await open();
    await store.append(arrival("before"));
    const name = new URL(url).pathname.slice(1);
    const elsewhere = url.replace(name, "postgres");
    await sql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`, elsewhere);
    await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
      elsewhere,
    );
    await expect.poll(() => problemOf(store.append(arrival("after")))).toBe("read-only");
    expect(await store.countScans({})).toBe(1);
    await sql(`ALTER DATABASE ${name} RESET default_transaction_read_only`, elsewhere);
    await expect.poll(() => problemOf(store.append(arrival("again")))).toBeUndefined();
  });

  it("makes scans visible in the order of their ids, however many nodes store", async () => {
    const nodes = await Promise.all(Array.from({ length: 4 }, () => open()));
    const reader = await open();
    let runningWriters = 4;
    const writing = nodes.map(async (store, node) => {
      for (let n = 0; n < 60; n++) {
        await Promise.all([0, 1, 2].map((m) => store.append(arrival(`${node} ${n} ${m}`))));
      }
      runningWriters -= 1;
    });
    const readIds: number[] = [];
    const readPages = async () => {
      for (;;) {
        const after = readIds.at(-1) ?? 0;
        const page = await reader.listScans({}, { after, limit: 50 });
        readIds.push(...page.map(({ id }) => id));
        if (page.length === 0) return;
      }
    };
    while (runningWriters > 0) await readPages();
    await Promise.all(writing);
    await readPages();
    const all = await reader.listScans({}, { after: 0, limit: 1000 });
    expect(all).toHaveLength(4 * 60 * 3);
    expect(readIds).toStrictEqual(all.map(({ id }) => id));
  });

  it("finds the entry that something else added while the scan of its code was stored", async () => {
    const store = await open();
    await store.addRegister({ name: "parts", kind: "stock", rules: { withoutPlace: true } });
    await store.addInbox({ name: "add", open: false });
    await store.bindInbox("add", { register: "parts", action: "add", answer: "negotiated" });
    const [client, observer] = [new Client(url), new Client(url)];
    await Promise.all([client.connect(), observer.connect()]);
    await client.query(`BEGIN;
      INSERT INTO entries (id, register, label, folded, fields)
        SELECT 1000, id, 'Screws', 'screws', '{}' FROM registers;
      INSERT INTO entry_keys (register, key, folded, entry)
        SELECT id, 't:SCREW', 'screw', 1000 FROM registers`);
    const scanned = store.append({
      ...{ ...arrival("SCREW"), inbox: "add", user: "ada" },
      request: { kind: "scan" },
    });
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'transactionid'`;
    await expect.poll(async () => (await observer.query(waiting)).rowCount).toBe(1);
    await client.query("COMMIT");
    await Promise.all([client.end(), observer.end()]);
    expect((await scanned).verdict).toMatchObject({ code: "added", title: "Screws" });
  });

  it("forgets an inbox when it is notified of a change by another node", async () => {
    const [store, other] = [await open(), await open()];
    await store.addInbox({ name: "a", open: false });
    await store.setCredential("a", "phone", "hash 1");
    let heard = 0;
    store.onAppend(() => {
      heard += 1;
    });
    const hears = async () => {
      await other.append(arrival(crypto.randomUUID()));
      return heard;
    };
    await expect.poll(hears).toBeGreaterThan(0);
    expect((await store.inbox("a"))?.credentials).toHaveLength(1);
    await other.setCredential("a", "phone", "hash 2");
    await expect
      .poll(async () => (await store.inbox("a"))?.credentials[0]?.passwordHash)
      .toBe("hash 2");
    await other.removeInbox("a", { scans: "keep" });
    await expect.poll(() => store.inbox("a")).toBeUndefined();
    await store.addInbox({ name: "a", open: true });
    expect(await store.inbox("a")).toMatchObject({ open: true, credentials: [] });
  });

  it("notifies every node once of a deleted scan", async () => {
    const [store, other] = [await open(), await open()];
    let heard = 0;
    store.onAppend(() => {
      heard += 1;
    });
    const hears = async () => {
      await other.append(arrival(crypto.randomUUID()));
      return heard;
    };
    await expect.poll(hears).toBeGreaterThan(0);
    const deletions: string[] = [];
    store.onDelete((id) => deletions.push(`store ${id}`));
    other.onDelete((id) => deletions.push(`other ${id}`));
    const [last] = await store.listScans({}, { limit: 1 });
    expect(await other.deleteScan(last!.id)).toBe("deleted");
    expect(deletions).toContain(`other ${last!.id}`);
    await expect.poll(() => deletions.length).toBe(2);
    // Notifications arrive in order, so a second one about the deletion would have arrived before
    // this.
    const before = heard;
    await other.append(arrival(crypto.randomUUID()));
    await expect.poll(() => heard).toBeGreaterThan(before);
    expect(deletions.sort()).toEqual([`other ${last!.id}`, `store ${last!.id}`]);
  });

  it("commits synchronously even when the database is set not to", async () => {
    const { pathname } = new URL(url);
    await sql(`ALTER DATABASE ${pathname.slice(1)} SET synchronous_commit = off`);
    const store = await open();
    await sql(
      `CREATE TABLE noted (setting text);
       CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN INSERT INTO noted VALUES (current_setting(''synchronous_commit'')); RETURN NULL; END';
       CREATE TRIGGER note AFTER INSERT ON scans EXECUTE FUNCTION note()`,
    );
    await store.append(arrival("one"));
    const client = new Client({ connectionString: url });
    await client.connect();
    expect((await client.query("SELECT setting FROM noted")).rows).toStrictEqual([
      { setting: "on" },
    ]);
    await client.end();
  });
});

import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mountSmallDisk, whyNoSmallDisk } from "../../../../../scripts/testing/small-disk.ts";
import { openStore } from "../open.ts";
import { type Arrival, type Store, StoreUnavailable } from "../store.ts";
import { openPostgresStore, type PostgresOptions } from "./open.ts";
import {
  hasOwnPostgres,
  startPostgres,
  type TestPostgres,
  whyNoPostgres,
} from "./testing/postgres.ts";

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: opening and losing PostgreSQL.`);
else if (!hasOwnPostgres) console.log("Skipped, the server is not our own: killing PostgreSQL.");

describe.skipIf(whyNoPostgres)("on a server of its own", () => {
  let postgres: TestPostgres;
  let url: string;
  const stores: Store[] = [];
  beforeAll(async () => {
    postgres = await startPostgres(["max_connections=60"]);
  });
  afterAll(() => postgres.stop());
  beforeEach(async () => {
    url = await postgres.createDatabase();
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    await postgres.dropDatabase(url);
  });

  async function open(options?: PostgresOptions, at = url): Promise<Store> {
    const store = await openPostgresStore(at, options);
    stores.push(store);
    return store;
  }

  async function sql(text: string, at = url): Promise<void> {
    const client = new Client({ connectionString: at });
    await client.connect();
    await client.query(text);
    await client.end();
  }

  it("works when many start at once on nothing", async () => {
    const opened = await Promise.all(Array.from({ length: 5 }, () => open()));
    await Promise.all(opened.map((store, n) => store.append(arrival(`${n}`))));
    expect(await opened[0]!.countScans({})).toBe(5);
  });

  it("is what a postgres:// address opens, and refused where none is and none is wanted", async () => {
    const place = { dataDir: "/nowhere", database: url };
    expect(await refusalOf(openStore(place, { create: false }))).toMatch(/There is no Scanhook/);
    const store = await openStore(place);
    await store.append(arrival("one"));
    await store.close();
    const again = await openStore(place, { create: false });
    stores.push(again);
    expect(await again.countScans({})).toBe(1);
  });

  it("refuses the database of a newer program, and one that holds something else", async () => {
    await (await open()).close();
    await sql("INSERT INTO migrations VALUES (9999, '9999_future.sql', 0)");
    expect(await refusalOf(open())).toMatch(/newer Scanhook/);
    await sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE orders (n integer)");
    expect(await refusalOf(open())).toMatch(/holds something else \(orders\)/);
    await sql("CREATE TABLE migrations (id integer, batch integer)");
    expect(await refusalOf(open())).toMatch(/holds something else/);
  });

  it("says what is wrong with the address, and never the password", async () => {
    const at = (change: (parsed: URL) => void) => {
      const parsed = new URL(url);
      parsed.password = "hush-hush";
      change(parsed);
      return refusalOf(openPostgresStore(parsed.href));
    };
    const sentences = [
      await at((one) => {
        one.pathname = "/nobody_made_this";
      }),
      await at((one) => {
        one.port = "1";
      }),
      await at((one) => {
        one.hostname = "no-such-host.invalid";
      }),
      await at((one) => {
        one.username = "stranger";
      }),
      await at((one) => {
        one.searchParams.set("sslmode", "require");
      }),
    ];
    expect(sentences[0]).toMatch(/no such database.*createdb/);
    expect(sentences[1]).toMatch(/cannot be reached.*Start PostgreSQL/);
    expect(sentences[2]).toMatch(/cannot be reached.*no-such-host/);
    expect(sentences[3]).toMatch(/refuses this user/);
    expect(sentences[4]).toMatch(/does not support SSL/);
    for (const sentence of sentences) expect(sentence).not.toContain("hush");
  });

  it("refuses a database that may only be read, and says so when it becomes that", async () => {
    const store = await open();
    await store.append(arrival("before"));
    const name = new URL(url).pathname.slice(1);
    const elsewhere = url.replace(name, "postgres");
    await sql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`, elsewhere);
    await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
      elsewhere,
    );
    await expect.poll(() => troubleOf(store.append(arrival("after")))).toBe("read-only");
    expect(await store.countScans({})).toBe(1);
    await sql(`ALTER DATABASE ${name} RESET default_transaction_read_only`, elsewhere);
    await expect.poll(() => troubleOf(store.append(arrival("again")))).toBeUndefined();
  });

  it("gives ids in the order in which scans become visible, however many nodes store", async () => {
    const nodes = await Promise.all(Array.from({ length: 4 }, () => open()));
    const reader = await open();
    let going = 4;
    const writing = nodes.map(async (store, node) => {
      for (let n = 0; n < 60; n++) {
        await Promise.all([0, 1, 2].map((m) => store.append(arrival(`${node} ${n} ${m}`))));
      }
      going -= 1;
    });
    const seen: number[] = [];
    const look = async () => {
      for (;;) {
        const after = seen.at(-1) ?? 0;
        const page = await reader.listScans({}, { after, limit: 50 });
        seen.push(...page.map(({ id }) => id));
        if (page.length === 0) return;
      }
    };
    while (going > 0) await look();
    await Promise.all(writing);
    await look();
    const all = await reader.listScans({}, { after: 0, limit: 1000 });
    expect(all).toHaveLength(4 * 60 * 3);
    expect(seen).toStrictEqual(all.map(({ id }) => id));
  });

  it("forgets an inbox as soon as it hears that another node changed it", async () => {
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

  it("tells every node which scan one of them deleted, each once", async () => {
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
    const told: string[] = [];
    store.onDelete((id) => told.push(`store ${id}`));
    other.onDelete((id) => told.push(`other ${id}`));
    const [last] = await store.listScans({}, { limit: 1 });
    expect(await other.deleteScan(last!.id)).toBe("deleted");
    expect(told).toContain(`other ${last!.id}`);
    await expect.poll(() => told.length).toBe(2);
    // What is said is heard in its order: anything twice would be here by now.
    const before = heard;
    await other.append(arrival(crypto.randomUUID()));
    await expect.poll(() => heard).toBeGreaterThan(before);
    expect(told.sort()).toEqual([`other ${last!.id}`, `store ${last!.id}`]);
  });

  it("commits to the disk before it answers, also when the server is set not to", async () => {
    const { pathname } = new URL(url);
    await sql(`ALTER DATABASE ${pathname.slice(1)} SET synchronous_commit = off`);
    const store = await open();
    await sql(
      `CREATE TABLE said (setting text);
       CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN INSERT INTO said VALUES (current_setting(''synchronous_commit'')); RETURN NULL; END';
       CREATE TRIGGER note AFTER INSERT ON scans EXECUTE FUNCTION note()`,
    );
    await store.append(arrival("one"));
    const client = new Client({ connectionString: url });
    await client.connect();
    expect((await client.query("SELECT setting FROM said")).rows).toStrictEqual([
      { setting: "on" },
    ]);
    await client.end();
  });

  describe.skipIf(!hasOwnPostgres)("that is killed", () => {
    it("is refused meanwhile, and taken up again: nothing acknowledged is lost, and listeners hear", async () => {
      const [store, other] = [await open({ pollMs: 100 }), await open({ pollMs: 100 })];
      await store.addInbox({ name: "scans", open: true });
      const heard = new Set<number>();
      other.onAppend((id) => heard.add(id));
      const kept: string[] = [];
      const refused: unknown[] = [];
      let going = true;
      const writing = [store, other].map(async (one, node) => {
        for (let n = 0; going; n++) {
          const content = `${node} ${n}`;
          await one.append(arrival(content)).then(
            () => kept.push(content),
            (error) => refused.push(error),
          );
        }
      });
      await expect.poll(() => kept.length).toBeGreaterThan(100);
      await postgres.kill();
      await expect.poll(() => refused.length).toBeGreaterThan(10);
      expect(await troubleOf(store.inbox("scans"))).toBe("broken");
      const before = kept.length;
      await postgres.start();
      await expect.poll(() => kept.length).toBeGreaterThan(before + 100);
      going = false;
      await Promise.all(writing);
      for (const error of refused) expect(error).toBeInstanceOf(StoreUnavailable);
      const stored = (await store.listScans({}, { after: 0, limit: 100_000 })).map(
        ({ content }) => content,
      );
      expect(stored).toStrictEqual(expect.arrayContaining(kept));
      const { id } = await store.append(arrival("last"));
      await expect.poll(() => heard.has(id)).toBe(true);
      expect(await store.inbox("scans")).toBeDefined();
    });
  });

  const whyNotFull = hasOwnPostgres ? whyNoSmallDisk : "the server is not our own";
  if (whyNotFull) console.log(`Skipped, ${whyNotFull}: filling up the disk of PostgreSQL.`);
  it.skipIf(whyNotFull)(
    "says that its disk is full, and then takes scans again (needs root)",
    async () => {
      const dir = await mkdtemp(join(tmpdir(), "scanhook-small-"));
      const nobody = execFileSync("id", ["-u", "nobody"], { encoding: "utf8" }).trim();
      const disk = mountSmallDisk(dir, "24m", `uid=${nobody}`);
      const name = `small_${Date.now()}`;
      const small = new URL(url);
      small.pathname = `/${name}`;
      try {
        await sql(`CREATE TABLESPACE ${name} LOCATION '${dir}'`);
        await sql(`CREATE DATABASE ${name} TEMPLATE template0 TABLESPACE ${name}`);
        const store = await openPostgresStore(small.href);
        let kept = 0;
        let trouble: unknown;
        for (let n = 0; trouble === undefined && n < 2000; n++) {
          const content = Array.from({ length: 60 }, () => crypto.randomUUID()).join("");
          await Promise.all(
            [0, 1, 2, 3].map((m) =>
              store.append({ ...arrival(`${n} ${m}`), body: content.repeat(4) }).then(
                () => {
                  kept += 1;
                },
                (error) => {
                  trouble = error;
                },
              ),
            ),
          );
        }
        expect(trouble).toMatchObject({ trouble: "full" });
        expect(await store.countScans({})).toBe(kept);
        disk.grow("200m");
        await store.append(arrival("after"));
        expect(await store.countScans({})).toBe(kept + 1);
        await store.close();
      } finally {
        await postgres.dropDatabase(small.href).catch(() => {});
        await sql(`DROP TABLESPACE IF EXISTS ${name}`).catch(() => {});
        disk[Symbol.dispose]();
        await rm(dir, { recursive: true });
      }
    },
  );
});

describe.skipIf(!hasOwnPostgres)("a server that asks for a password", () => {
  it("gets it from the address, PGPASSWORD or the password file, and says when it is wrong", async () => {
    const postgres = await startPostgres([], { password: "open-sesame" });
    const dir = await mkdtemp(join(tmpdir(), "scanhook-pgpass-"));
    try {
      const url = await postgres.createDatabase();
      await (await openPostgresStore(url)).close();
      const without = url.replace(":open-sesame@", "@");
      expect(await refusalOf(openPostgresStore(without))).toMatch(/refuses this user or password/);
      const wrong = await refusalOf(openPostgresStore(url.replace("sesame", "barley")));
      expect(wrong).toMatch(/refuses this user or password/);
      expect(wrong).not.toContain("barley");
      vi.stubEnv("PGPASSWORD", "open-sesame");
      await (await openPostgresStore(without)).close();
      vi.unstubAllEnvs();
      const file = join(dir, "pgpass");
      await writeFile(file, "127.0.0.1:*:*:postgres:open-sesame\n", { mode: 0o600 });
      vi.stubEnv("PGPASSFILE", file);
      await (await openPostgresStore(without)).close();
    } finally {
      vi.unstubAllEnvs();
      await rm(dir, { recursive: true });
      await postgres.stop();
    }
  });
});

function arrival(content: string): Arrival {
  const scan = { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content };
  return { inbox: "scans", scan, body: JSON.stringify(scan), receivedAt: new Date() };
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(StoreUnavailable);
  return (error as StoreUnavailable).message;
}

async function troubleOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  );
  return error instanceof StoreUnavailable ? error.trouble : undefined;
}

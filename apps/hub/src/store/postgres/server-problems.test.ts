import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mountSmallDisk, whyNoSmallDisk } from "../../../../../scripts/testing/small-disk.ts";
import type { Store } from "../store.ts";
import { arrival } from "../testing/arrival.ts";
import { problemOf, refusalOf } from "../testing/rejections.ts";
import { StoreUnavailable } from "../unavailable.ts";
import { openPostgresStore, type PostgresOptions } from "./open.ts";
import {
  hasOwnPostgres,
  runSql,
  startPostgres,
  type TestPostgres,
  whyNoPostgres,
} from "./testing/postgres.ts";

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: losing PostgreSQL.`);
else if (!hasOwnPostgres) console.log("Skipped, the server is not our own: killing PostgreSQL.");

describe.skipIf(whyNoPostgres)("problems of the server", () => {
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

  async function open(options?: PostgresOptions, database = url): Promise<Store> {
    const store = await openPostgresStore(database, options);
    stores.push(store);
    return store;
  }

  const sql = (text: string) => runSql(url, text);

  describe.skipIf(!hasOwnPostgres)("a server that is killed", () => {
    it("rejects calls while it is down, loses nothing acknowledged, and notifies listeners again afterwards", async () => {
      const [store, other] = [await open({ pollMs: 100 }), await open({ pollMs: 100 })];
      await store.addInbox({ name: "scans", open: true });
      const heard = new Set<number>();
      other.onAppend((id) => heard.add(id));
      const acknowledged: string[] = [];
      const refused: unknown[] = [];
      let isWriting = true;
      const writing = [store, other].map(async (writer, node) => {
        for (let n = 0; isWriting; n++) {
          const content = `${node} ${n}`;
          await writer.append(arrival(content)).then(
            () => acknowledged.push(content),
            (error) => refused.push(error),
          );
        }
      });
      try {
        await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
        await postgres.kill();
        await expect.poll(() => refused.length).toBeGreaterThan(10);
        // The last processes of the server may still take a connection.
        await expect.poll(() => problemOf(store.inbox("scans"))).toBe("broken");
        const before = acknowledged.length;
        await postgres.start();
        await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 100);
      } finally {
        isWriting = false;
      }
      await Promise.all(writing);
      for (const error of refused) expect(error).toBeInstanceOf(StoreUnavailable);
      const stored = (await store.listScans({}, { after: 0, limit: 100_000 })).map(
        ({ content }) => content,
      );
      expect(stored).toStrictEqual(expect.arrayContaining(acknowledged));
      const { id } = await store.append(arrival("last"));
      await expect.poll(() => heard.has(id)).toBe(true);
      expect(await store.inbox("scans")).toBeDefined();
    });
  });

  const whyNotFull = hasOwnPostgres ? whyNoSmallDisk : "the server is not our own";
  if (whyNotFull) console.log(`Skipped, ${whyNotFull}: filling up the disk of PostgreSQL.`);
  it.skipIf(whyNotFull)(
    "fails as full on a full disk, and stores scans again once there is room (needs root)",
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
        let acknowledgedCount = 0;
        let problem: unknown;
        for (let n = 0; problem === undefined && n < 2000; n++) {
          const content = Array.from({ length: 60 }, () => crypto.randomUUID()).join("");
          await Promise.all(
            [0, 1, 2, 3].map((m) =>
              store.append({ ...arrival(`${n} ${m}`), body: content.repeat(4) }).then(
                () => {
                  acknowledgedCount += 1;
                },
                (error) => {
                  problem = error;
                },
              ),
            ),
          );
        }
        expect(problem).toMatchObject({ problem: "full" });
        expect(await store.countScans({})).toBe(acknowledgedCount);
        disk.grow("200m");
        await store.append(arrival("after"));
        expect(await store.countScans({})).toBe(acknowledgedCount + 1);
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
  it("takes the password from the URL, PGPASSWORD or the password file, and says when it is wrong", async () => {
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

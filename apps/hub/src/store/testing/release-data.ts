import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Attempt, Delivery, DeliveryCounts } from "../deliveries.ts";
import type { InboxRecord } from "../inboxes.ts";
import type { TokenRecord } from "../logins.ts";
import { runSql } from "../postgres/testing/postgres.ts";
import type { ChainRow, Head } from "../retention.ts";
import type { Routing } from "../routing.ts";
import { databaseName } from "../sqlite/open.ts";
import type { StoredScan } from "../stored-scan.ts";
import type { TagRecord } from "../tags.ts";

const fixtures = new URL("../fixtures/", import.meta.url);

/** The values that the store of release 0.1.0 returned for its data. */
export type ReleaseContents = {
  inboxes: InboxRecord[];
  scans: (StoredScan & { body: string })[];
  tags: TagRecord[];
  trails: { records: { head: Head; rows: ChainRow[] } };
  ownerPassword: string;
  tokens: TokenRecord[];
  session: { createdAt: string; expiresAt: string };
  routing: Routing;
  destinationWithSecrets: { destination: object; sealed: Record<string, string> };
  deliveries: (Delivery & { log: Attempt[] })[];
  deliveryCounts: DeliveryCounts[];
};

/** Returns the versions whose data is kept, the oldest first. */
export async function listReleases(): Promise<string[]> {
  const folders = (await readdir(fixtures)).map((name) => name.replace("release-", ""));
  return folders.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

export async function readReleaseContents(): Promise<ReleaseContents> {
  return readJson("0.1.0");
}

/**
 * Returns the result of `readContents` at the time `at` for the data of a version from 0.2.0 on.
 */
export async function readLaterContents(version: string): Promise<{ at: string }> {
  return readJson(version);
}

/** Creates a data folder with the SQLite database of a release. */
export async function writeReleaseDatabase(dir: string, version = "0.1.0"): Promise<void> {
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, databaseName), await unzip(version, "sqlite.db.gz"));
}

/** Fills an empty PostgreSQL database with the data of a release. */
export async function fillReleaseDatabase(url: string, version = "0.1.0"): Promise<void> {
  await runSql(url, (await unzip(version, "postgres.sql.gz")).toString());
}

async function unzip(version: string, name: string): Promise<Buffer> {
  return gunzipSync(await readFile(new URL(`release-${version}/${name}`, fixtures)));
}

async function readJson(version: string) {
  return JSON.parse(await readFile(new URL(`release-${version}/contents.json`, fixtures), "utf8"));
}

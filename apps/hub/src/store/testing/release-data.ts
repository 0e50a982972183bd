import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Client } from "pg";
import type { Attempt, Delivery, DeliveryCounts, Routing } from "../forwarding.ts";
import { databaseName } from "../sqlite/open.ts";
import type { ChainRow, Head, InboxRecord, TokenRecord } from "../store.ts";
import type { StoredScan } from "../stored-scan.ts";
import type { TagRecord } from "../tags.ts";

const folder = new URL("../fixtures/release-0.1.0/", import.meta.url);

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

export async function readReleaseContents(): Promise<ReleaseContents> {
  return JSON.parse(await readFile(new URL("contents.json", folder), "utf8"));
}

/** Creates a data folder with the SQLite database of release 0.1.0. */
export async function writeReleaseDatabase(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  const compressed = await readFile(new URL("sqlite.db.gz", folder));
  await writeFile(join(dir, databaseName), gunzipSync(compressed));
}

/** Fills an empty PostgreSQL database with the data of release 0.1.0. */
export async function fillReleaseDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(await readFile(new URL("postgres.sql", folder), "utf8"));
  } finally {
    await client.end();
  }
}

// The table and the code of the page on receiving well store every scan, once, in a real
// PostgreSQL.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { codeScan, nfcScan, parseScan, type Scan, serializeScan } from "@scanhook/webhook";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { whyNoPostgres } from "../../apps/hub/src/store/postgres/testing/postgres.ts";
import {
  type SharedPostgres,
  sharePostgres,
} from "../../apps/hub/src/store/postgres/testing/shared-postgres.ts";
import { findCodeBlock } from "./testing/worked-page.ts";

const page = "docs/webhook/receiving-well.md";

if (whyNoPostgres) console.warn(`Skipped: the table of ${page}, because ${whyNoPostgres}.`);

describe.skipIf(whyNoPostgres)(`the PostgreSQL table of ${page}`, () => {
  type StoreScan = (
    client: Client,
    scan: Scan,
    options: { body: string; user?: string },
  ) => Promise<void>;
  let server: SharedPostgres;
  let database: string;
  let client: Client;
  let folder: string;
  let storeScan: StoreScan;

  beforeAll(async () => {
    server = await sharePostgres();
    database = await server.createDatabase();
    client = new Client({ connectionString: database });
    await client.connect();
    await client.query(findCodeBlock(page, "sql"));
    folder = await mkdtemp(join(tmpdir(), "scanhook-store-"));
    const module = join(folder, "store-scan.mjs");
    await writeFile(module, findCodeBlock(page, "js", "storeScan"));
    ({ storeScan } = (await import(pathToFileURL(module).href)) as { storeScan: StoreScan });
  });

  beforeEach(() => client.query("TRUNCATE scans"));

  afterAll(async () => {
    await client?.end();
    await server?.dropDatabase(database);
    await rm(folder, { recursive: true, force: true });
  });

  /** Stores a scan as it arrives at a receiver: as the JSON text that the sender writes. */
  async function receive(scan: Scan, user?: string): Promise<void> {
    const body = serializeScan(scan);
    const parsed = parseScan(body);
    if (!parsed.ok) throw new Error(parsed.reason);
    await storeScan(client, parsed.scan, { body, ...(user !== undefined && { user }) });
  }

  async function readScans(): Promise<{ content: string; scan: Scan }[]> {
    const { rows } = await client.query("SELECT content, body FROM scans ORDER BY received_at");
    return rows.map(({ content, body }) => ({ content, scan: JSON.parse(body) as Scan }));
  }

  // The capacity of a QR code (ISO/IEC 18004, version 40-L): 2,953 bytes, 4,296 alphanumeric
  // characters, 7,089 digits.
  test.each([
    ["2,953 bytes", randomText(2953, 0x21, 0x7e)],
    ["4,296 letters", randomText(4296, 0x41, 0x5a)],
    ["7,089 digits", randomText(7089, 0x30, 0x39)],
    ["a lone surrogate", "before \ud83d after"],
    ["quotation marks and backslashes", `\\ ' " \\u0000 \u001d`],
  ])("stores a content of %s once, when it is sent twice", async (_, content) => {
    const scan = codeScan({ content });
    await receive(scan, "anna");
    await receive(scan, "anna");
    expect((await readScans()).map((stored) => stored.scan)).toEqual([scan]);
  });

  test("keeps U+0000 in the body and shows its sign in the column", async () => {
    const scan = codeScan({ content: "before \u0000 after" });
    await receive(scan);
    await receive(scan);
    expect(await readScans()).toEqual([{ content: "before ␀ after", scan }]);
    await receive({ ...scan, content: "before ␀ after" });
    expect(await readScans()).toHaveLength(2);
  });

  test("stores one tag that two people scan in the same second twice", async () => {
    const scan = nfcScan({ uid: new Uint8Array([4, 1, 2, 3, 4, 5, 6]), content: "shelf 7" });
    await receive(scan, "anna");
    await receive(scan, "ben");
    expect(await readScans()).toHaveLength(2);
  });
});

/** Returns text that PostgreSQL cannot compress below the limit of an index. */
function randomText(length: number, first: number, last: number): string {
  let state = 1;
  const next = () => {
    // The linear congruential generator of C's rand() (ISO C, 7.22.2.2).
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return first + ((state >>> 16) % (last - first + 1));
  };
  return String.fromCharCode(...Array.from({ length }, next));
}

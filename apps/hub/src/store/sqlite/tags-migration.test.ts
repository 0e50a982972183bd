import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { sourceOf } from "@scanhook/webhook";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { toTagIdentifier } from "../tag-identifier.ts";
import { migrate, migrationsFolder } from "./migrate.ts";
import { databaseName, openStore } from "./open.ts";

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "scanhook-tags-"));
});
afterEach(async () => {
  await rm(dir, { recursive: true });
});

/** Creates a database of the first release, with one scan per identifier, oldest first. */
async function createFirstReleaseDatabase(
  path: string,
  identifiers: readonly string[],
): Promise<DatabaseSync> {
  const folder = pathToFileURL(`${dir}/`);
  await copyFile(new URL("0001_store.sql", migrationsFolder), new URL("0001_store.sql", folder));
  const db = new DatabaseSync(path);
  migrate(db, () => new Date(0), folder);
  const insert = db.prepare(
    `INSERT INTO scans (inbox, identifier, date, content, source, received_at, fingerprint, body)
     VALUES (?, ?, '2026-05-12T14:23:01Z', ?, ?, ?, ?, '{}')`,
  );
  identifiers.forEach((identifier, index) => {
    const receivedAt = Date.parse("2026-05-12T14:23:01Z") + index * 1000;
    const source = sourceOf(identifier) ?? null;
    const inbox = index % 2 ? "gate" : "shelf";
    insert.run(inbox, identifier, `content ${index}`, source, receivedAt, Buffer.from(`${index}`));
  });
  return db;
}

it("finds the tag of every scan of an older hub, however its identifier is written", async () => {
  const drill = "04:A2:7F:1B:5E:80:00";
  const db = await createFirstReleaseDatabase(join(dir, databaseName), [
    drill,
    "04a27f1b5e8000",
    "bc:6f:2f:66:08:01:04:e0",
    "NoIdentifierInCompatibilityMode",
    "0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e01",
    "neither",
    "04-A2-7F-1B-5E-80-00",
  ]);
  db.close();
  const store = await openStore(dir);
  try {
    expect(await store.tags({}, { limit: 9 })).toMatchObject([
      {
        identifier: drill,
        scans: 3,
        firstSeenAt: "2026-05-12T14:23:01.000Z",
        lastSeenAt: "2026-05-12T14:23:07.000Z",
        lastScan: { id: 7, identifier: "04-A2-7F-1B-5E-80-00", tag: drill, content: "content 6" },
      },
      { identifier: "E0:04:01:08:66:2F:6F:BC", scans: 1, lastScan: { id: 3 } },
    ]);
    const matchingTags = await store.tags({ text: "content 6" }, { limit: 9 });
    expect(matchingTags.map(({ identifier }) => identifier)).toStrictEqual([drill]);
    const scans = await store.listScans({ tag: drill }, { limit: 9 });
    expect(scans.map(({ id }) => id)).toStrictEqual([7, 2, 1]);
    await store.nameTag(drill, "Drill 7");
    expect(await store.countScans({ text: "drill" })).toBe(3);
  } finally {
    await store.close();
  }
});

it("assigns the same tag to a scan as the receiver does", async () => {
  const hexBytes = fc.array(fc.constantFrom("04", "e0", "E0", "aB", "FF"), {
    minLength: 1,
    maxLength: 34,
  });
  const uid = fc
    .tuple(
      fc.oneof(hexBytes, fc.array(fc.constantFrom("e0", "04"), { minLength: 8, maxLength: 8 })),
      fc.constantFrom("", ":", "-"),
    )
    .map(([bytes, separator]) => bytes.join(separator));
  const identifierLists = fc.array(fc.oneof(uid, fc.uuid(), fc.string()), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(identifierLists, async (identifiers) => {
      const db = await createFirstReleaseDatabase(":memory:", identifiers);
      migrate(db, () => new Date(0));
      const rows = db.prepare("SELECT identifier, tag FROM scans ORDER BY id").all();
      for (const { identifier, tag } of rows) {
        const text = identifier as string;
        const expected = sourceOf(text) === "nfc" ? toTagIdentifier(text) : undefined;
        expect(tag ?? undefined, text).toBe(expected);
      }
      db.close();
    }),
  );
});

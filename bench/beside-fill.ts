// Fills the data folder of bench/beside: so many stored scans of a year, half of them of 2,000
// tags, an inbox `scans` for the load, and an inbox `quiet` where nothing arrives. In a process of
// its own, so that the hub does not start with its garbage.
import { join } from "node:path";
import { openUpdatedStore } from "@scanhook/hub";
import { hashPassword } from "../apps/hub/src/login/passwords.ts";
import { hashSecret } from "../apps/hub/src/login/secrets.ts";
import { appendGroup } from "../apps/hub/src/store/sqlite/append.ts";
import { pushCells } from "../apps/hub/src/store/sqlite/arrival-cells.ts";
import { openForWriting, unsynced } from "../apps/hub/src/store/sqlite/database.ts";
import { indexRecentScans } from "../apps/hub/src/store/sqlite/indexing.ts";
import { databaseName } from "../apps/hub/src/store/sqlite/open.ts";
import type { Cell } from "../apps/hub/src/store/stored-scan.ts";
import { toIdentifier, toTag } from "./ingest-scans.ts";

const [dir, user, password, token, stored] = process.argv.slice(2) as [
  ...[string, string, string, string, string],
];
const dayMs = 86_400_000;
const groupSize = 1000;

const store = await openUpdatedStore({ dataDir: dir });
for (const inbox of ["scans", "quiet"]) {
  await store.addInbox({ name: inbox, open: false });
  await store.setCredential(inbox, user, await hashPassword(password));
}
await store.addToken({ name: "bench", hash: hashSecret(token), person: 1, scopes: ["all"] });
await store.close();
fill(Number(stored));

/** Stores scans through the same function as the hub, without waiting for the disk. */
function fill(count: number): void {
  const db = openForWriting(join(dir, databaseName), { busyMs: 5000 });
  const start = Date.now() - 365 * dayMs;
  unsynced(db, () => {
    for (let first = 0; first < count; first += groupSize) {
      const cells: Cell[] = [];
      for (let n = first; n < Math.min(first + groupSize, count); n++) {
        const receivedAt = new Date(start + (n / count) * 364 * dayMs);
        const content = `https://example.com/item/${n}?lot=${(n * 7919) % 100_000} Widget ${n % 100}`;
        const isTag = n % 2 === 0;
        const identifier = isTag ? toTag(n % 4000) : toIdentifier(0xbe51de, n);
        pushCells(cells, {
          inbox: n % 10 === 0 ? "quiet" : "scans",
          user,
          receivedAt,
          source: isTag ? "nfc" : "code",
          ...(isTag && { tag: identifier }),
          scan: { identifier, date: receivedAt.toISOString(), content },
          body: JSON.stringify({ identifier, date: receivedAt.toISOString(), content }),
        });
      }
      appendGroup(db, cells, Date.now());
      indexRecentScans(db);
    }
  });
  db.close();
}

import { createHash } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openUpdatedStore } from "@scanhook/hub";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runScanhook } from "../testing/command-line.ts";

let root: string;
let originalData: string;
let data: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "scanhook-verify-"));
  originalData = join(root, "original");
  data = join(root, "data");
  const store = await openUpdatedStore({ dataDir: originalData });
  for (const name of ["door", "dock"]) await store.addInbox({ name, open: true });
  // The door gets 3 + 3 scans before its audit trail is switched on and 4 scans afterwards, 10 in
  // all.
  for (const inbox of ["door", "dock", "door"]) await storeScans(inbox, 3);
  await store.changeInbox("door", { audit: true });
  await storeScans("door", 4);
  await store.close();

  async function storeScans(inbox: string, count: number) {
    for (let index = 0; index < count; index++) {
      const scan = {
        identifier: crypto.randomUUID(),
        date: "2026-05-12T14:23:01Z",
        content: `${inbox} “${index}” ☕\u001d`,
      };
      const body = ` ${JSON.stringify(scan)}\n`;
      const user = index % 2 ? { user: "phone" } : {};
      await store.append({ inbox, ...user, scan, body, receivedAt: new Date(1.78e12 + index) });
    }
  }
});
beforeEach(() => cp(originalData, data, { recursive: true }));
afterEach(() => rm(data, { recursive: true, force: true }));
afterAll(() => rm(root, { recursive: true, force: true }));

const runVerify = (...args: string[]) => runScanhook(["verify", "--data", data, ...args]);

/** Changes the database without the hub. */
function executeSql(sql: string): void {
  using db = new DatabaseSync(join(data, "scanhook.db"));
  db.exec(sql);
}

type TrailEntry = { id: number; hash: string };

/**
 * Computes the audit trail of the door from its scans, oldest first, without any code of the hub.
 */
function computeTrail(): TrailEntry[] {
  using db = new DatabaseSync(join(data, "scanhook.db"), { readOnly: true });
  const trail: TrailEntry[] = [];
  for (const row of db.prepare("SELECT * FROM scans WHERE inbox = 'door' ORDER BY id").all()) {
    const { id, inbox, user, identifier, date, content, received_at, body } = row;
    const receivedAt = new Date(Number(received_at)).toISOString();
    const text = JSON.stringify([id, inbox, user, identifier, date, content, receivedAt, body]);
    const previous = trail.at(-1)?.hash ?? "";
    const hash = createHash("sha256").update(previous).update(text).digest("hex");
    trail.push({ id: Number(id), hash });
  }
  return trail;
}

test("verify confirms an unchanged trail with its head, which includes scans from before the trail was switched on, and confirms earlier heads", async () => {
  const trail = computeTrail();
  expect(trail).toHaveLength(10);
  const head = `10:${trail.at(-1)!.hash}`;
  expect(await runVerify()).toEqual({
    code: 0,
    stdout: `door: the audit trail holds, 10 scans.\n  head ${head}\n`,
    stderr: "",
  });
  expect(JSON.parse((await runVerify("--json")).stdout)).toEqual({
    inbox: "door",
    ok: true,
    head: { count: 10, hash: trail.at(-1)!.hash },
  });
  for (const count of [1, 7, 10]) {
    const earlier = `${count}:${trail[count - 1]!.hash}`;
    expect(await runVerify("--inbox", "door", "--head", earlier)).toMatchObject({ code: 0 });
  }
});

const textColumns = ["user", "identifier", "date", "content", "body"];

test.each([
  ...textColumns.map((column) => [
    `another ${column}`,
    `UPDATE scans SET ${column} = 'x' WHERE id = $5`,
  ]),
  ["another time", "UPDATE scans SET received_at = received_at + 1 WHERE id = $5"],
  ["another kind of tag", "UPDATE scans SET tag_type = 'x' WHERE id = $5"],
  ["other structured data", `UPDATE scans SET structured = '{"grams":1}' WHERE id = $5`],
  ["its user removed", "UPDATE scans SET user = NULL WHERE id = $5 AND user IS NOT NULL"],
  [
    "another content and another hash",
    "UPDATE scans SET content = 'x' WHERE id = $5; UPDATE audit_hashes SET hash = replace(hash, 'a', 'b') WHERE scan = $5",
  ],
])("verify reports a scan with %s as the first scan whose hash is wrong", async (_, sql) => {
  // The fifth scan of the trail has a user.
  const fifthId = computeTrail()[4]!.id;
  executeSql(sql!.replaceAll("$5", String(fifthId)));
  const run = await runVerify();
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toBe(
    `door: the audit trail does NOT hold. Scan ${fifthId}, number 5 of the trail, has another hash than its contents: it was changed, or the scan before it is missing.\n`,
  );
});

test.each([
  ["a time that is not a date", "UPDATE scans SET received_at = 9e15 WHERE id = $5"],
  [
    "a time that is not a safe integer",
    "UPDATE scans SET received_at = 9223372036854775807 WHERE id = $5",
  ],
  ["structured data that is not JSON", "UPDATE scans SET structured = '{' WHERE id = $5"],
])("verify reports that the trail breaks off before a scan with %s", async (_, sql) => {
  executeSql(sql.replaceAll("$5", String(computeTrail()[4]!.id)));
  const run = await runVerify();
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toBe(
    "door: the audit trail does NOT hold. The scan after number 4 of the trail cannot be read, because it was changed.\n",
  );
});

test("verify reports the scan after a removed scan", async () => {
  const ids = computeTrail().map(({ id }) => id);
  executeSql(`DELETE FROM scans WHERE id = ${ids[3]}`);
  expect((await runVerify()).stderr).toContain(`Scan ${ids[4]}, number 4 of the trail`);
});

test("verify reports the first of two swapped scans", async () => {
  const [, , third, fourth] = computeTrail().map(({ id }) => id);
  executeSql(`UPDATE scans SET id = -1 WHERE id = ${third}; UPDATE scans SET id = ${third} WHERE id = ${fourth};
          UPDATE scans SET id = ${fourth} WHERE id = -1`);
  expect((await runVerify()).stderr).toContain(`Scan ${third}, number 3 of the trail`);
});

test("verify reports an inserted scan", async () => {
  const third = computeTrail()[2]!.id;
  // The scans of the dock follow the third scan of the door. This moves the first of them to the
  // door.
  const firstOfDock = third + 1;
  executeSql(`UPDATE scans SET inbox = 'door' WHERE id = ${firstOfDock}`);
  expect((await runVerify()).stderr).toContain(`Scan ${firstOfDock}, number 4 of the trail`);
});

test("verify reports removed newest scans, and --head reveals the removal even if the head in the store was reset", async () => {
  const trail = computeTrail();
  const removed = trail.at(-1)!;
  const newest = trail.at(-2)!;
  executeSql(`DELETE FROM scans WHERE id = ${removed.id}`);
  expect((await runVerify()).stderr).toContain("ends after 9 scans, but there were 10");
  executeSql(`DELETE FROM audit_hashes WHERE scan = ${removed.id};
          UPDATE audits SET count = 9, hash = '${newest.hash}', last_scan = ${newest.id}`);
  expect(await runVerify()).toMatchObject({ code: 0 });
  const knownHead = `10:${removed.hash}`;
  const run = await runVerify("--inbox", "door", "--head", knownHead);
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("the newest are missing") });
});

test("verify --head with an earlier head reveals a completely rewritten trail", async () => {
  const original = computeTrail();
  executeSql(`UPDATE scans SET content = 'forged' WHERE id = ${original[1]!.id}`);
  const forged = computeTrail();
  executeSql(
    forged
      .map(({ id, hash }) => `UPDATE audit_hashes SET hash = '${hash}' WHERE scan = ${id}`)
      .join(";"),
  );
  executeSql(`UPDATE audits SET hash = '${forged.at(-1)!.hash}'`);
  expect(await runVerify()).toMatchObject({ code: 0 });
  const run = await runVerify("--inbox", "door", "--head", `6:${original[5]!.hash}`);
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("was rewritten") });
});

test("verify reports a completely removed trail if the inbox audit-heads has a daily head of it", async () => {
  const hash = computeTrail().at(-1)!.hash;
  const store = await openUpdatedStore({ dataDir: data });
  await store.addInbox({ name: "audit-heads", open: false });
  await store.append({
    inbox: "audit-heads",
    scan: {
      identifier: "audit-head:door:2026-05-13",
      date: "2026-05-13T00:00:00Z",
      content: `sha256:${hash} 10 door`,
      tagType: "auditHead",
      structured: { inbox: "door", count: 10, hash },
    },
    body: "{}",
    receivedAt: new Date(),
  });
  await store.close();
  expect(await runVerify()).toMatchObject({ code: 0 });
  executeSql("DELETE FROM audits; DELETE FROM audit_hashes");
  expect(await runVerify()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("ends after 0 scans, but there were 10"),
  });
});

test.each([
  [["--head", "1:x"], 2, /^--head is a number of scans and a hash/],
  [["--head", `1:${"a".repeat(64)}`], 2, /^--head belongs to one inbox/],
  [["--inbox", "dock"], 1, /^The inbox dock keeps no audit trail; .* begins one\.$/m],
  [["--inbox", "dok"], 1, /^There is no inbox "dok"; did you mean dock\?$/m],
  [["extra"], 2, /one word too many/],
])("verify %j is refused with a sentence", async (args, code, reason) => {
  expect(await runVerify(...args)).toMatchObject({
    code,
    stdout: "",
    stderr: expect.stringMatching(reason),
  });
});

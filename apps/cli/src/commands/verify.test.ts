import { createHash } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openStore } from "@scanhook/hub";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { scanhookHere } from "../tests/command-line.ts";

let root: string;
let untouched: string;
let data: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "scanhook-verify-"));
  untouched = join(root, "untouched");
  data = join(root, "data");
  const store = await openStore({ dataDir: untouched });
  for (const name of ["door", "dock"]) await store.addInbox({ name, open: true });
  for (const inbox of ["door", "dock", "door"]) await fill(inbox, 3);
  await store.changeInbox("door", { audit: true });
  await fill("door", 4);
  await store.close();

  async function fill(inbox: string, count: number) {
    for (let n = 0; n < count; n++) {
      const scan = {
        identifier: crypto.randomUUID(),
        date: "2026-05-12T14:23:01Z",
        content: `${inbox} “${n}” ☕\u001d`,
      };
      const body = ` ${JSON.stringify(scan)}\n`;
      const user = n % 2 ? { user: "phone" } : {};
      await store.append({ inbox, ...user, scan, body, receivedAt: new Date(1.78e12 + n) });
    }
  }
});
beforeEach(() => cp(untouched, data, { recursive: true }));
afterEach(() => rm(data, { recursive: true, force: true }));
afterAll(() => rm(root, { recursive: true, force: true }));

const verify = (...args: string[]) => scanhookHere(["verify", "--data", data, ...args]);

function change(sql: string): void {
  using db = new DatabaseSync(join(data, "scanhook.db"));
  db.exec(sql);
}

/** Every scan of the door, and the trail's hash after each, with nothing of the hub's code. */
function compute(): { id: number; hash: string }[] {
  using db = new DatabaseSync(join(data, "scanhook.db"), { readOnly: true });
  const found: { id: number; hash: string }[] = [];
  for (const row of db.prepare("SELECT * FROM scans WHERE inbox = 'door' ORDER BY id").all()) {
    const { id, inbox, user, identifier, date, content, received_at, body } = row;
    const time = new Date(Number(received_at)).toISOString();
    const text = JSON.stringify([id, inbox, user, identifier, date, content, time, body]);
    const previous = found.at(-1)?.hash ?? "";
    const hash = createHash("sha256").update(previous).update(text).digest("hex");
    found.push({ id: Number(id), hash });
  }
  return found;
}

test("a trail that nobody touched holds, from before audit was switched on; the head is what anybody computes", async () => {
  const trail = compute();
  expect(trail).toHaveLength(10);
  const head = `10:${trail.at(-1)!.hash}`;
  expect(await verify()).toEqual({
    code: 0,
    stdout: `door: the audit trail holds, 10 scans.\n  head ${head}\n`,
    stderr: "",
  });
  expect(JSON.parse((await verify("--json")).stdout)).toEqual({
    inbox: "door",
    ok: true,
    head: { count: 10, hash: trail.at(-1)!.hash },
  });
  for (const count of [1, 7, 10]) {
    const earlier = `${count}:${trail[count - 1]!.hash}`;
    expect(await verify("--inbox", "door", "--head", earlier)).toMatchObject({ code: 0 });
  }
});

const fields = ["user", "identifier", "date", "content", "body"];

test.each([
  ...fields.map((field) => [`another ${field}`, `UPDATE scans SET ${field} = 'x' WHERE id = $5`]),
  ["another time", "UPDATE scans SET received_at = received_at + 1 WHERE id = $5"],
  ["another kind of tag", "UPDATE scans SET tag_type = 'x' WHERE id = $5"],
  ["other facts of a tag", `UPDATE scans SET structured = '{"grams":1}' WHERE id = $5`],
  ["no user any more", "UPDATE scans SET user = NULL WHERE id = $5 AND user IS NOT NULL"],
  [
    "another hash to go with it",
    "UPDATE scans SET content = 'x' WHERE id = $5; UPDATE audit_hashes SET hash = replace(hash, 'a', 'b') WHERE scan = $5",
  ],
])("a scan with %s is found, as the first that does not fit", async (_, sql) => {
  // The fifth of the trail came from a user.
  const fifth = compute()[4]!.id;
  change(sql!.replaceAll("$5", String(fifth)));
  const run = await verify();
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toBe(
    `door: the audit trail does NOT hold. Scan ${fifth}, number 5 of the trail, does not fit: it was changed, or the one before it is missing.\n`,
  );
});

test.each([
  ["a time beyond all times", "UPDATE scans SET received_at = 9e15 WHERE id = $5"],
  ["a time beyond all numbers", "UPDATE scans SET received_at = 9223372036854775807 WHERE id = $5"],
  ["facts that are no JSON", "UPDATE scans SET structured = '{' WHERE id = $5"],
])("a scan with %s is found", async (_, sql) => {
  change(sql.replaceAll("$5", String(compute()[4]!.id)));
  const run = await verify();
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toBe(
    "door: the audit trail does NOT hold. What comes after number 4 of the trail cannot be read as a scan: it was changed.\n",
  );
});

test("a scan taken out of the middle is found", async () => {
  const ids = compute().map(({ id }) => id);
  change(`DELETE FROM scans WHERE id = ${ids[3]}`);
  expect((await verify()).stderr).toContain(`Scan ${ids[4]}, number 4 of the trail`);
});

test("two scans that changed places are found", async () => {
  const [, , a, b] = compute().map(({ id }) => id);
  change(`UPDATE scans SET id = -1 WHERE id = ${a}; UPDATE scans SET id = ${a} WHERE id = ${b};
          UPDATE scans SET id = ${b} WHERE id = -1`);
  expect((await verify()).stderr).toContain(`Scan ${a}, number 3 of the trail`);
});

test("a scan put in is found", async () => {
  const ids = compute().map(({ id }) => id);
  // Where the dock's scans are: one of them becomes the door's.
  change(`UPDATE scans SET inbox = 'door' WHERE id = ${ids[2]! + 1}`);
  expect((await verify()).stderr).toContain(`Scan ${ids[2]! + 1}, number 4 of the trail`);
});

test("the newest scans taken away are missed, also when the store's own head is put back with them", async () => {
  const trail = compute();
  const [id, last] = [trail.at(-1)!.id, trail.at(-2)!];
  change(`DELETE FROM scans WHERE id = ${id}`);
  expect((await verify()).stderr).toContain("ends after 9 scans, but there were 10");
  change(`DELETE FROM audit_hashes WHERE scan = ${id};
          UPDATE audits SET count = 9, hash = '${last.hash}', last_scan = ${last.id}`);
  expect(await verify()).toMatchObject({ code: 0 });
  const known = `10:${trail.at(-1)!.hash}`;
  const run = await verify("--inbox", "door", "--head", known);
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("the newest are missing") });
});

test("a trail that was written anew as a whole is told by a head from before", async () => {
  const before = compute();
  change(`UPDATE scans SET content = 'forged' WHERE id = ${before[1]!.id}`);
  const forged = compute();
  change(
    forged
      .map(({ id, hash }) => `UPDATE audit_hashes SET hash = '${hash}' WHERE scan = ${id}`)
      .join(";"),
  );
  change(`UPDATE audits SET hash = '${forged.at(-1)!.hash}'`);
  expect(await verify()).toMatchObject({ code: 0 });
  const run = await verify("--inbox", "door", "--head", `6:${before[5]!.hash}`);
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("was written anew") });
});

test("a trail that is gone altogether is missed, because its daily head is there", async () => {
  const hash = compute().at(-1)!.hash;
  const store = await openStore({ dataDir: data });
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
  expect(await verify()).toMatchObject({ code: 0 });
  change("DELETE FROM audits; DELETE FROM audit_hashes");
  expect(await verify()).toMatchObject({
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
])("%j is told in a sentence", async (args, code, reason) => {
  expect(await verify(...args)).toMatchObject({
    code,
    stdout: "",
    stderr: expect.stringMatching(reason),
  });
});

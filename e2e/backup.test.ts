// A hub is backed up while scans arrive, and comes back from the backup alone.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeScan, printScan } from "@scanhook/webhook";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scanhook, startCommand } from "./command.ts";
import { logIn, startHubProcess } from "./hub.ts";

let root: string;
let data: string;
let archive: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "scanhook-backup-"));
  data = join(root, "data");
  archive = join(root, "backup.tar.gz");
});
afterEach(() => rm(root, { recursive: true, force: true }));

it("every scan answered 204 before a backup began is in the hub that is restored from it, which phones still trust", async () => {
  const hub = await startHubProcess(data);
  const api = await logIn(hub);
  await api("POST", "/api/inboxes", { name: "load", open: true });
  const load = startLoad(`${hub.base}/in/load`);
  await load.untilAccepted(500);
  const before = [...load.accepted];
  const saved = await scanhook("backup", archive, "--data", data);
  expect(saved).toMatchObject({ code: 0 });
  expect(saved.stdout).toMatch(/^Backed up .* scans, [\d.]+ .?B, read back and checked, in /);
  expect(saved.stderr).toMatch(/holds the keys of the hub/);
  await load.stop();
  const authority = await readFile(join(data, "ca.pem"), "utf8");
  await hub.stop();

  const elsewhere = join(root, "elsewhere");
  expect(await scanhook("restore", archive, "--data", elsewhere)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Restored \d+ scans into /),
  });
  const again = await startHubProcess(elsewhere);
  expect(again.loginLink, "its owner's password is there").toBeUndefined();
  expect(await readFile(join(elsewhere, "ca.pem"), "utf8")).toBe(authority);
  const owner = await logIn(again);
  const stored = new Set(await allIdentifiers(owner));
  expect(before.filter((identifier) => !stored.has(identifier))).toEqual([]);
  expect([...stored].filter((identifier) => !load.sent.has(identifier))).toEqual([]);
  await again.stop();
});

it("a restore that is killed at any moment leaves nothing that looks like a hub, or all of it", async () => {
  const hub = await startHubProcess(data, "--tls", "off");
  const api = await logIn(hub);
  await api("POST", "/api/inboxes", { name: "load", open: true });
  const load = startLoad(`${hub.base}/in/load`);
  await load.untilAccepted(300);
  await load.stop();
  await hub.stop();
  expect(await scanhook("backup", archive, "--data", data)).toMatchObject({ code: 0 });

  for (let moment = 0; moment < 4; moment++) {
    const target = join(root, `restored-${moment}`);
    await mkdir(target);
    const child = startCommand("restore", archive, "--data", target);
    // From the first folder it makes, to a later change of its content each time.
    await changes(target, moment + 1, child);
    child.kill("SIGKILL");
    await ended(child);
    const left = await readdir(target, { recursive: true });
    const databases = left.filter((name) => name.endsWith("scanhook.db"));
    const shown = await scanhook("inbox", "list", "--data", target);
    if (databases.length === 0) {
      expect(shown.stderr).toMatch(/is not a hub's data folder/);
    } else {
      expect(databases).toEqual(["scanhook.db"]);
      expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining("load") });
    }
  }
});

/** Resolves after so many changes in a folder, or when the process ended before. */
async function changes(dir: string, count: number, child: ChildProcess): Promise<void> {
  const ending = new AbortController();
  child.once("exit", () => ending.abort());
  let seen = 0;
  const done = Promise.withResolvers<void>();
  const watcher = watch(dir, () => {
    seen += 1;
    if (seen >= count) done.resolve();
  });
  ending.signal.addEventListener("abort", () => done.resolve());
  await done.promise;
  watcher.close();
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = await once(child, "close");
  return code;
}

/** Some connections, each with one new scan after the other. */
function startLoad(url: string) {
  const sent = new Set<string>();
  const accepted = new Set<string>();
  const waiting: { count: number; resolve: () => void }[] = [];
  let stopped = false;
  async function oneConnection() {
    while (!stopped) {
      const scan = codeScan({ content: `scan ${sent.size}` });
      sent.add(scan.identifier);
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: printScan(scan),
      });
      if (answer.status === 204) accepted.add(scan.identifier);
      for (const { count, resolve } of waiting) if (accepted.size >= count) resolve();
    }
  }
  const lines = Promise.all(Array.from({ length: 8 }, oneConnection));
  return {
    sent,
    accepted,
    untilAccepted: (count: number) =>
      new Promise<void>((resolve) => waiting.push({ count, resolve })),
    async stop() {
      stopped = true;
      await lines;
    },
  };
}

async function allIdentifiers(api: Awaited<ReturnType<typeof logIn>>): Promise<string[]> {
  const found: string[] = [];
  for (let after = 0; ; ) {
    const { scans } = await api<{ scans: { id: number; identifier: string }[] }>(
      "GET",
      `/api/scans?inbox=load&after=${after}&limit=200`,
    );
    if (scans.length === 0) return found;
    found.push(...scans.map(({ identifier }) => identifier));
    after = scans.at(-1)!.id;
  }
}

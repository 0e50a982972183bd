// A hub is backed up while scans arrive, and is restored from the backup alone.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeScan, serializeScan } from "@scanhook/webhook";
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

it("a restored hub has every scan that got a 204 before the backup began, and phones still trust it", async () => {
  const hub = await startHubProcess(data);
  const api = await logIn(hub);
  await api("POST", "/api/inboxes", { name: "load", open: true });
  const load = startLoad(`${hub.base}/in/load`);
  await load.untilAccepted(500);
  const acceptedBefore = [...load.accepted];
  const backup = await scanhook("backup", archive, "--data", data);
  expect(backup).toMatchObject({ code: 0 });
  expect(backup.stdout).toMatch(/^Backed up .* scans, [\d.]+ .?B, read back and checked, in /);
  expect(backup.stderr).toMatch(/contains the keys of the hub/);
  await load.stop();
  const authority = await readFile(join(data, "ca.pem"), "utf8");
  await hub.stop();

  const target = join(root, "elsewhere");
  expect(await scanhook("restore", archive, "--data", target)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Restored \d+ scans into /),
  });
  const restoredHub = await startHubProcess(target);
  expect(restoredHub.loginLink, "the owner's password is restored").toBeUndefined();
  expect(await readFile(join(target, "ca.pem"), "utf8")).toBe(authority);
  const owner = await logIn(restoredHub);
  const stored = new Set(await listIdentifiers(owner));
  expect(acceptedBefore.filter((identifier) => !stored.has(identifier))).toEqual([]);
  expect([...stored].filter((identifier) => !load.sent.has(identifier))).toEqual([]);
  await restoredHub.stop();
});

it("a restore that is killed at any moment leaves either no hub or a complete one", async () => {
  const hub = await startHubProcess(data, "--tls", "off");
  const api = await logIn(hub);
  await api("POST", "/api/inboxes", { name: "load", open: true });
  const load = startLoad(`${hub.base}/in/load`);
  await load.untilAccepted(300);
  await load.stop();
  await hub.stop();
  expect(await scanhook("backup", archive, "--data", data)).toMatchObject({ code: 0 });

  for (let run = 0; run < 4; run++) {
    const target = join(root, `restored-${run}`);
    await mkdir(target);
    const child = await startCommand("restore", archive, "--data", target);
    // The first run is killed when it makes its folder, each later run after one more change in it.
    await waitForChanges(target, run + 1, child);
    child.kill("SIGKILL");
    await waitForEnd(child);
    const remaining = await readdir(target, { recursive: true });
    const databases = remaining.filter((name) => name.endsWith("scanhook.db"));
    const listing = await scanhook("inbox", "list", "--data", target);
    if (databases.length === 0) {
      expect(listing.stderr).toMatch(/is not the data folder of a hub/);
    } else {
      expect(databases).toEqual(["scanhook.db"]);
      expect(listing).toMatchObject({ code: 0, stdout: expect.stringContaining("load") });
    }
  }
});

/** Resolves after `count` changes in a folder, or when the process ends. */
async function waitForChanges(dir: string, count: number, child: ChildProcess): Promise<void> {
  const ending = new AbortController();
  child.once("exit", () => ending.abort());
  let changeCount = 0;
  const done = Promise.withResolvers<void>();
  const watcher = watch(dir, () => {
    changeCount += 1;
    if (changeCount >= count) done.resolve();
  });
  ending.signal.addEventListener("abort", () => done.resolve());
  await done.promise;
  watcher.close();
}

async function waitForEnd(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = await once(child, "close");
  return code;
}

/** Posts new scans over several connections, one at a time on each. */
function startLoad(url: string) {
  const sent = new Set<string>();
  const accepted = new Set<string>();
  const waiting: { count: number; resolve: () => void }[] = [];
  let stopped = false;
  async function postContinuously() {
    while (!stopped) {
      const scan = codeScan({ content: `scan ${sent.size}` });
      sent.add(scan.identifier);
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: serializeScan(scan),
      });
      if (response.status === 204) accepted.add(scan.identifier);
      for (const { count, resolve } of waiting) if (accepted.size >= count) resolve();
    }
  }
  const connections = Promise.all(Array.from({ length: 8 }, postContinuously));
  return {
    sent,
    accepted,
    untilAccepted: (count: number) =>
      new Promise<void>((resolve) => waiting.push({ count, resolve })),
    async stop() {
      stopped = true;
      await connections;
    },
  };
}

async function listIdentifiers(api: Awaited<ReturnType<typeof logIn>>): Promise<string[]> {
  const identifiers: string[] = [];
  for (let after = 0; ; ) {
    const { scans } = await api<{ scans: { id: number; identifier: string }[] }>(
      "GET",
      `/api/scans?inbox=load&after=${after}&limit=200`,
    );
    if (scans.length === 0) return identifiers;
    identifiers.push(...scans.map(({ identifier }) => identifier));
    after = scans.at(-1)!.id;
  }
}

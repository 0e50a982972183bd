import { readdirSync, statSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isHubAt } from "../addresses/is-hub-at.ts";
import { readRunFile } from "../addresses/run-file.ts";
import { lockDataFolder } from "../store/folder-lock.ts";
import { openStore, type StoreLocation } from "../store/open.ts";
import { listDueMigrations } from "../store/sqlite/migrate.ts";
import { databaseName } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { backUp } from "./back-up.ts";

/**
 * The folder in a data folder for the backups that updates make. It may be a link to a folder on
 * another disk.
 */
const folderName = "backups";
/** The number of backups from updates that are kept. Older ones are removed. */
const maxUpdateBackups = 2;

/**
 * Opens the store like `openStore`. If that migrates a SQLite database of an older version, it
 * first writes a verified backup into `backups` in the data folder, and prints its path. Rejects
 * with `StoreUnavailable`, and changes nothing, if the backup cannot be made or a hub of the older
 * version is still running. `hasLock` means that the caller holds the lock of the data folder.
 */
export async function openUpdatedStore(
  location: StoreLocation,
  options: {
    create?: boolean;
    hasLock?: boolean;
    print?: (line: string) => void;
    now?: () => Date;
  } = {},
): Promise<Store> {
  const { create = true, hasLock = false, print = () => {}, now = () => new Date() } = options;
  const { dataDir, database } = location;
  const due = database === undefined ? listDueMigrations(join(dataDir, databaseName)) : [];
  if (due.length === 0) {
    return openStore(location, { create }).catch((error) => {
      throw database === undefined ? adviseOnOlder(error, dataDir) : error;
    });
  }
  const isRunning = due.includes(firstAfterLockless) && (await isHubOf(dataDir));
  const release = isRunning ? undefined : hasLock ? () => {} : lockDataFolder(dataDir);
  if (!release) {
    throw new StoreUnavailable(
      "busy",
      `A hub of an older version is running with the data folder ${dataDir}. Stop it and start it with this version, which updates its data.`,
    );
  }
  try {
    print("This version changes the database. A backup is made first …");
    const archive = await backUpBeforeUpdate(dataDir, now);
    print(`Backup before the update: ${archive}`);
    return await openStore(location, { create });
  } finally {
    release();
  }
}

/** The first change after release 0.1.0, whose hubs did not lock their data folder. */
const firstAfterLockless = "0005_alerts.sql";

/** Whether the hub runs that wrote into a data folder where it listens. */
async function isHubOf(dataDir: string): Promise<boolean> {
  const running = readRunFile(dataDir);
  return running !== undefined && (await isHubAt(running));
}

async function backUpBeforeUpdate(dataDir: string, now: () => Date): Promise<string> {
  const folder = join(dataDir, folderName);
  await mkdir(folder, { mode: 0o700, recursive: true });
  const time = now().toISOString().slice(0, 19).replaceAll(":", "-");
  const archive = join(folder, `before-update-${time}.tar.gz`);
  const made = await backUp({ dir: dataDir, archive, isNoted: false, now }).catch((error) => {
    if (!(error instanceof StoreUnavailable && error.problem === "full")) throw error;
    return { ok: false as const, reason: describeNeededSpace(dataDir, folder) };
  });
  if (!made.ok) {
    throw new StoreUnavailable(
      "broken",
      `This version changes the database and makes a backup first, which failed; nothing was changed. ${made.reason}`,
    );
  }
  for (const name of listUpdateBackups(folder).slice(0, -maxUpdateBackups)) {
    await rm(join(folder, name), { force: true });
  }
  return archive;
}

function describeNeededSpace(dataDir: string, folder: string): string {
  const megabytes = Math.ceil(statSync(join(dataDir, databaseName)).size / 1e6);
  return `It needs up to ${2 * megabytes} MB in ${folder}. Free them, or make that folder a link to one on another disk.`;
}

/**
 * Adds advice to the error of a version that is older than the data: it cannot read the newer
 * tables, but it can restore the backup that the update made. Returns other errors as they are.
 */
function adviseOnOlder(error: unknown, dataDir: string): unknown {
  if (!(error instanceof StoreUnavailable && error.problem === "newer")) return error;
  const folder = join(dataDir, folderName);
  const newest = listUpdateBackups(folder).at(-1);
  if (newest === undefined) return error;
  const advice = `To go back to the state before the update, restore ${join(folder, newest)} into an empty folder with "scanhook restore".`;
  return new StoreUnavailable("newer", `${error.message} ${advice}`, { cause: error });
}

/** Lists the backups that updates made, the oldest first. */
function listUpdateBackups(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^before-update-.+\.tar\.gz$/.test(name))
      .sort();
  } catch {
    return [];
  }
}

import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { measureDisk } from "../alerts/disk-watch.ts";
import { errors } from "../http/errors.ts";
import { writeBackupNote } from "../store/backup-note.ts";
import { databaseName } from "../store/sqlite/open.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { say } from "../texts/exact-message.ts";
import { backUp } from "./back-up.ts";
import { listBackupFiles } from "./contents.ts";

/** A backup that waits for its download. */
export type ReadyBackup = { ticket: string; madeAt: string; scans: number; bytes: number };

export type MadeBackup =
  | { kind: "made"; backup: ReadyBackup }
  | { kind: "running" }
  /** One sentence for the user. */
  | { kind: "failed"; reason: string };

/**
 * Makes backups for browsers to download. Until its download, a backup is in a folder of its own in
 * the data folder.
 */
export type BackupDownloads = {
  /**
   * Makes a backup. It replaces an earlier one that nobody has downloaded. Rejects with errors of
   * the file system.
   */
  make(): Promise<MadeBackup>;
  /**
   * Opens the archive of a ticket; undefined if it no longer exists. Call `finish` once the whole
   * archive was sent: it deletes the archive, and records the time of the backup in the data
   * folder.
   */
  open(
    ticket: string,
  ): { backup: ReadyBackup; archive: Readable; finish: () => Promise<void> } | undefined;
  /** Stops a backup that is being made, and deletes one that was not downloaded. */
  close(): Promise<void>;
};

const folderName = "backup-download";
const lifetimeMs = 10 * 60_000;
/** The space, in bytes, that must stay free for arriving scans while a backup is made. */
const reserveBytes = 100 * 2 ** 20;

export function createBackupDownloads(parts: {
  dataDir: string;
  measureDisk?: typeof measureDisk;
}): BackupDownloads {
  const { dataDir } = parts;
  const folder = join(dataDir, folderName);
  const archive = join(folder, "backup.tar.gz");
  const closing = new AbortController();
  let making: Promise<MadeBackup> | undefined;
  let ready: ReadyBackup | undefined;
  let expiry: NodeJS.Timeout | undefined;
  // A killed hub may have left files behind.
  const cleaned = discard().catch(() => {});

  async function discard(): Promise<void> {
    ready = undefined;
    clearTimeout(expiry);
    await rm(folder, { recursive: true, force: true });
  }

  async function makeOne(): Promise<MadeBackup> {
    await cleaned;
    await discard();
    const obstacle = await findSpaceProblem(dataDir, parts.measureDisk ?? measureDisk);
    if (obstacle !== undefined) return { kind: "failed", reason: obstacle };
    await mkdir(folder, { mode: 0o700 });
    try {
      const { signal } = closing;
      const result = await backUp({ dir: dataDir, archive, signal, isNoted: false });
      if (!result.ok) {
        await discard();
        return { kind: "failed", reason: result.reason };
      }
      const { madeAt, scans, bytes } = result;
      ready = { ticket: randomBytes(32).toString("base64url"), madeAt, scans, bytes };
      expiry = setTimeout(() => void discard().catch(() => {}), lifetimeMs);
      expiry.unref();
      return { kind: "made", backup: ready };
    } catch (error) {
      await discard();
      if (closing.signal.aborted) return { kind: "failed", reason: errors.closing.message };
      if (error instanceof StoreUnavailable) return { kind: "failed", reason: error.message };
      throw error;
    }
  }

  return {
    async make() {
      if (making || closing.signal.aborted) return { kind: "running" };
      making = makeOne().finally(() => {
        making = undefined;
      });
      return making;
    },
    open(ticket) {
      const backup = ready;
      if (backup?.ticket !== ticket) return undefined;
      return {
        backup,
        archive: createReadStream(archive),
        async finish() {
          if (ready === backup) await discard();
          // If the folder cannot be written, the note is missing, but the owner has the backup.
          await writeBackupNote(dataDir, backup.madeAt).catch(() => {});
        },
      };
    },
    async close() {
      closing.abort();
      await making?.catch(() => {});
      await discard();
    },
  };
}

/**
 * Returns a sentence if the disk of the data folder has too little free space for a copy of all
 * files and the archive; undefined if there is enough.
 */
async function findSpaceProblem(
  dataDir: string,
  measure: typeof measureDisk,
): Promise<string | undefined> {
  const names = [databaseName, `${databaseName}-wal`, ...(await listBackupFiles(dataDir))];
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(dataDir, name)).catch(() => undefined))?.size ?? 0),
  );
  const needed = 2 * sizes.reduce((sum, size) => sum + size, 0) + reserveBytes;
  const { free } = await measure(dataDir);
  if (free >= needed) return undefined;
  return say("backup-needs-space", { needed: toMiB(needed), folder: dataDir, free: toMiB(free) });
}

function toMiB(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString("en")} MiB`;
}

import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { syncFolder } from "../files/atomic-file.ts";
import { writeBackupNote } from "../store/backup-note.ts";
import { databaseName } from "../store/sqlite/open.ts";
import { checkDatabase } from "./check-database.ts";
import { modeOf } from "./contents.ts";
import type { Manifest } from "./manifest.ts";
import { readArchive } from "./read-archive.ts";
import { findWaitingDeliveries, type WaitingDeliveries } from "./waiting-deliveries.ts";

export type RestoreResult =
  | { ok: true; scans: number; madeAt: string; files: number; waiting: WaitingDeliveries[] }
  /** One sentence for the user. */
  | { ok: false; reason: string };

export type RestoreProgress = (step: "unpacking" | "checking", part: number) => void;

/**
 * The prefix of the folder that has the files of a restore until it is complete. The database has
 * another name there than in a data folder, so that an interrupted restore is not mistaken for a
 * data folder.
 */
const draftFolderPrefix = ".restoring-";
const databaseDraft = "database";

/**
 * Restores a backup to a data folder that is empty or does not exist. The database is put in place
 * last, when everything is checked and synced. If something fails, the folder is left as it was.
 * With `hold`, destinations with pending deliveries are paused, so that the hub sends them nothing
 * until the owner decides. Rejects with the reason of the signal, with `StoreUnavailable`, and with
 * errors of the file system.
 */
export async function restore(parts: {
  archive: string;
  dir: string;
  hold?: boolean;
  progress?: RestoreProgress;
  signal?: AbortSignal | undefined;
}): Promise<RestoreResult> {
  const { archive, dir, hold = false, progress = () => {}, signal } = parts;
  const targetProblem = await findTargetProblem(dir);
  if (targetProblem) return { ok: false, reason: targetProblem };
  const archiveStat = await stat(archive);
  // Opening a pipe could block forever.
  if (!archiveStat.isFile() && !archiveStat.isDirectory()) {
    return { ok: false, reason: `${archive} is not a regular file. Name a backup file.` };
  }

  let draftFolder: string | undefined;
  let createdFolder = false;
  try {
    const readResult = await readArchive(
      archive,
      async (file, content) => {
        if (draftFolder === undefined) {
          createdFolder = await createFolder(dir);
          draftFolder = await mkdtemp(join(dir, draftFolderPrefix));
        }
        const path = join(draftFolder, file.path === databaseName ? databaseDraft : file.path);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const mode = modeOf(file.path);
        await pipeline(content, createWriteStream(path, { flags: "wx", mode, flush: true }), {
          signal,
        });
      },
      {
        signal,
        progress: (bytes) => progress("unpacking", bytes / archiveStat.size),
      },
    );
    if (!readResult.ok || draftFolder === undefined) {
      return { ok: false, reason: `${archive} ${readResult.ok ? "is empty." : readResult.reason}` };
    }
    progress("checking", 0);
    const problem = await findDatabaseProblem(
      join(draftFolder, databaseDraft),
      readResult.value,
      signal,
    );
    if (problem)
      return { ok: false, reason: `${archive} cannot be restored: its database ${problem}` };
    const { scans, madeAt, files } = readResult.value;
    const waiting = findWaitingDeliveries(
      join(draftFolder, databaseDraft),
      hold ? holdNotice(madeAt) : undefined,
    );
    signal?.throwIfAborted();
    const folders = new Set(files.map(({ path }) => dirname(path)));
    for (const folder of folders) await syncFolder(join(draftFolder, folder));
    await moveFiles(draftFolder, dir);
    await writeBackupNote(dir, madeAt).catch(() => {});
    createdFolder = false;
    return { ok: true, scans, madeAt, files: files.length, waiting };
  } finally {
    if (draftFolder !== undefined) await rm(draftFolder, { recursive: true, force: true });
    // If another program has put files into the folder meanwhile, it stays.
    if (createdFolder) await rmdir(dir).catch(() => {});
  }
}

function holdNotice(madeAt: string): string {
  return `It was restored from a backup of ${madeAt} with pending deliveries. Some of them may have been delivered since. Deliver or drop them.`;
}

async function findTargetProblem(dir: string): Promise<string | undefined> {
  let names: string[];
  try {
    names = await readdir(dir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "ENOTDIR")
      return `${dir} is a file. Name an empty folder, or one that does not exist.`;
    throw error;
  }
  if (names.some((name) => name.startsWith(draftFolderPrefix)) && !names.includes(databaseName)) {
    return `${dir} contains an interrupted restore. Delete that folder and start again.`;
  }
  // A newly formatted disk contains lost+found.
  if (names.some((name) => name !== "lost+found")) {
    return `${dir} is not empty. A backup can only be restored to an empty folder, or one that does not exist.`;
  }
  return undefined;
}

/** Creates the folder. Returns false if it already exists. */
async function createFolder(dir: string): Promise<boolean> {
  try {
    await mkdir(dir, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

/**
 * Checks the database and compares it with the manifest. Returns a problem that completes a
 * sentence that begins with "its database", or undefined.
 */
async function findDatabaseProblem(
  path: string,
  manifest: Manifest,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const databaseCheck = await checkDatabase(path, { signal });
  if (!databaseCheck.ok) return databaseCheck.reason;
  if (databaseCheck.scans !== manifest.scans || databaseCheck.migration !== manifest.migration) {
    return "does not match the list of contents of the backup.";
  }
  const headByInbox = new Map(databaseCheck.heads.map((head) => [head.inbox, head]));
  const missingHead = manifest.heads.find(({ inbox, count, hash }) => {
    const head = headByInbox.get(inbox);
    return head?.count !== count || head.hash !== hash;
  });
  return (
    missingHead &&
    `has an audit trail of ${missingHead.inbox} that does not match the list of contents of the backup.`
  );
}

/**
 * Moves the unpacked files to the data folder, the database last, when all others are synced.
 * Removes the moved files if that fails.
 */
async function moveFiles(draftFolder: string, dir: string): Promise<void> {
  const names = (await readdir(draftFolder)).filter((name) => name !== databaseDraft);
  const moved: string[] = [];
  try {
    for (const name of names) {
      await rename(join(draftFolder, name), join(dir, name));
      moved.push(name);
    }
    await syncFolder(dir);
    await rename(join(draftFolder, databaseDraft), join(dir, databaseName));
  } catch (error) {
    for (const name of moved) await rm(join(dir, name), { recursive: true, force: true });
    throw error;
  }
  await syncFolder(dir);
}

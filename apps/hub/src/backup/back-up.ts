import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, copyFile, lstat, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { backup as copyDatabase, DatabaseSync } from "node:sqlite";
import { syncFolder } from "../files/atomic-file.ts";
import { writeBackupNote } from "../store/backup-note.ts";
import { findMoveProblem } from "../store/moved-note.ts";
import { databaseName } from "../store/sqlite/open.ts";
import { toStoreUnavailable } from "../store/sqlite/unavailable.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { checkDatabase } from "./check-database.ts";
import { listBackupFiles } from "./contents.ts";
import type { FileEntry } from "./manifest.ts";
import { readArchive } from "./read-archive.ts";
import { writeArchive } from "./write-archive.ts";

/** Receives the current step, and the completed fraction of it, from 0 to 1. */
export type Progress = (step: "copying" | "packing" | "checking", part: number) => void;

export type BackupResult =
  | { ok: true; madeAt: string; scans: number; bytes: number; files: number }
  /** One sentence for the user. */
  | { ok: false; reason: string };

const pagesPerStep = 2000;

/**
 * Writes a data folder to one .tar.gz, even while its hub runs: the database as of this moment,
 * certificates, the key for secrets, settings, and files written by destinations. The archive gets
 * its name only after it has been read back and checked. If something fails, no files are left
 * behind. Rejects with the reason of the signal, with `StoreUnavailable`, and with errors of the
 * file system.
 */
export async function backUp(parts: {
  dir: string;
  archive: string;
  progress?: Progress;
  signal?: AbortSignal | undefined;
  now?: () => Date;
  /**
   * Whether the time of this backup is recorded as that of the last backup. False while nobody has
   * the archive yet.
   */
  isNoted?: boolean;
}): Promise<BackupResult> {
  const {
    dir,
    archive,
    progress = () => {},
    signal,
    now = () => new Date(),
    isNoted = true,
  } = parts;
  if (await exists(archive)) {
    return { ok: false, reason: `${archive} already exists. Choose another name.` };
  }
  const moveProblem = findMoveProblem(dir);
  if (moveProblem !== undefined) return { ok: false, reason: moveProblem };
  // A private folder beside the archive is on the same disk, so that a rename completes the backup.
  const folder = await mkdtemp(join(dirname(archive), `.${basename(archive)}-`));
  try {
    const madeAt = now().toISOString();
    await copyDatabaseTo(dir, folder, (part) => progress("copying", part), signal);
    progress("checking", 0);
    const databaseCheck = await checkDatabase(join(folder, databaseName), { signal });
    if (!databaseCheck.ok) {
      return { ok: false, reason: `Nothing was backed up: the database ${databaseCheck.reason}` };
    }
    const { scans, migration, heads } = databaseCheck;
    const files = [await toFileEntry(folder, databaseName)];
    for (const path of await listBackupFiles(dir)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await copyFile(join(dir, path), join(folder, path));
      files.push(await toFileEntry(folder, path));
    }
    const draft = join(folder, "archive");
    await writeArchive(
      folder,
      draft,
      { madeAt, scans, migration, heads, files },
      { signal, progress: (part) => progress("packing", part) },
    );
    const { size } = await stat(draft);
    const readBack = await readArchive(draft, drain, {
      signal,
      progress: (bytesRead) => progress("checking", bytesRead / size),
    });
    if (!readBack.ok) {
      return { ok: false, reason: `The backup could not be read back: it ${readBack.reason}` };
    }
    await rename(draft, archive);
    await syncFolder(dirname(archive));
    // If the folder cannot be written, the note is missing, but the backup is complete.
    if (isNoted) await writeBackupNote(dir, madeAt).catch(() => {});
    return { ok: true, madeAt, scans, bytes: size, files: files.length };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies the database as of the start of this call. Scans that are stored meanwhile are not
 * included.
 */
async function copyDatabaseTo(
  dir: string,
  folder: string,
  progress: (part: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const path = join(dir, databaseName);
  const copy = join(folder, databaseName);
  try {
    using source = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    // Without an open transaction, SQLite would restart the copy after every scan that the hub
    // stores.
    source.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
    await copyDatabase(source, copy, {
      rate: pagesPerStep,
      progress({ totalPages, remainingPages }) {
        signal?.throwIfAborted();
        progress(1 - remainingPages / totalPages);
      },
    });
    // Without WAL, the database is a single file.
    using copied = new DatabaseSync(copy);
    copied.exec("PRAGMA journal_mode = DELETE");
  } catch (error) {
    signal?.throwIfAborted();
    const unavailable = toStoreUnavailable(error, path);
    if (unavailable.problem !== "full") throw unavailable;
    // The full disk is that of the archive, because the disk of the hub was only read.
    const message = `There is not enough disk space for the backup in ${dirname(folder)}. Free some, or choose another folder.`;
    throw new StoreUnavailable("full", message, { cause: error });
  }
  await chmod(copy, 0o600);
}

async function toFileEntry(folder: string, path: string): Promise<FileEntry> {
  const digest = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(join(folder, path))) {
    digest.update(chunk);
    size += chunk.length;
  }
  return { path, size, sha256: digest.digest("hex") };
}

/** Reads a file to its end and drops its content. `readArchive` compares the hashes. */
async function drain(_file: FileEntry, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content);
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

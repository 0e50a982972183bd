import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, copyFile, lstat, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { backup as copyDatabase, DatabaseSync } from "node:sqlite";
import { whyMoved } from "../store/moved-note.ts";
import { databaseName } from "../store/sqlite/open.ts";
import { toTrouble } from "../store/sqlite/trouble.ts";
import { StoreUnavailable } from "../store/store.ts";
import { syncFolder } from "../tls/whole-file.ts";
import { checkDatabase } from "./check-database.ts";
import { listBelongings } from "./contents.ts";
import type { FileEntry } from "./manifest.ts";
import { readArchive } from "./read-archive.ts";
import { writeArchive } from "./write-archive.ts";

/** How far it is: what it does right now, and the part of that which is done, 0 to 1. */
export type Progress = (step: "copying" | "packing" | "checking", part: number) => void;

export type BackedUp =
  | { ok: true; scans: number; bytes: number; files: number }
  /** One sentence. */
  | { ok: false; reason: string };

const pagesAtOnce = 2000;

/**
 * Writes a data folder into one .tar.gz, also while its hub runs: the database as it is at this moment, certificates,
 * key of secrets, settings, written files. It appears under its name once it was read back and checked; until then,
 * and when something fails, there is nothing under that name. Rejects with the signal's reason, with `StoreUnavailable`
 * and with errors of the file system.
 */
export async function backUp(parts: {
  dir: string;
  archive: string;
  progress?: Progress;
  signal?: AbortSignal;
  now?: () => Date;
}): Promise<BackedUp> {
  const { dir, archive, progress = () => {}, signal, now = () => new Date() } = parts;
  if (await isThere(archive)) {
    return { ok: false, reason: `${archive} is there already; choose another name.` };
  }
  const moved = whyMoved(dir);
  if (moved !== undefined) return { ok: false, reason: moved };
  // Beside the archive, and only for this user's eyes: there is room, and a rename is all that is left to do.
  const folder = await mkdtemp(join(dirname(archive), `.${basename(archive)}-`));
  try {
    const madeAt = now().toISOString();
    await copyOut(dir, folder, (part) => progress("copying", part), signal);
    progress("checking", 0);
    const checked = await checkDatabase(join(folder, databaseName), { ...(signal && { signal }) });
    if (!checked.ok) {
      return { ok: false, reason: `Nothing was backed up: the database ${checked.reason}` };
    }
    const { scans, migration, heads } = checked;
    const files = [await describe(folder, databaseName)];
    for (const path of await listBelongings(dir)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await copyFile(join(dir, path), join(folder, path));
      files.push(await describe(folder, path));
    }
    const draft = join(folder, "archive");
    await writeArchive(
      folder,
      draft,
      { madeAt, scans, migration, heads, files },
      { ...(signal && { signal }), progress: (part) => progress("packing", part) },
    );
    const { size } = await stat(draft);
    const read = await readArchive(draft, drain, {
      ...(signal && { signal }),
      progress: (bytes) => progress("checking", bytes / size),
    });
    if (!read.ok) {
      return { ok: false, reason: `The backup could not be read back: it ${read.reason}` };
    }
    await rename(draft, archive);
    await syncFolder(dirname(archive));
    return { ok: true, scans, bytes: size, files: files.length };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The database as it is when this begins, whatever is written meanwhile. */
async function copyOut(
  dir: string,
  folder: string,
  progress: (part: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const path = join(dir, databaseName);
  const copy = join(folder, databaseName);
  try {
    using source = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    // Held while it is copied: without it SQLite begins anew with every scan that the hub stores.
    source.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
    await copyDatabase(source, copy, {
      rate: pagesAtOnce,
      progress({ totalPages, remainingPages }) {
        signal?.throwIfAborted();
        progress(1 - remainingPages / totalPages);
      },
    });
    // One file, with nothing beside it.
    using copied = new DatabaseSync(copy);
    copied.exec("PRAGMA journal_mode = DELETE");
  } catch (error) {
    signal?.throwIfAborted();
    const trouble = toTrouble(error, path);
    if (trouble.trouble !== "full") throw trouble;
    // Not the disk of the hub, of which was only read.
    const place = dirname(folder);
    const message = `There is no room for the backup in ${place}. Make some, or choose another place.`;
    throw new StoreUnavailable("full", message, { cause: error });
  }
  await chmod(copy, 0o600);
}

async function describe(folder: string, path: string): Promise<FileEntry> {
  const digest = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(join(folder, path))) {
    digest.update(chunk);
    size += chunk.length;
  }
  return { path, size, sha256: digest.digest("hex") };
}

/** Reading is all that is wanted: the reader compares. */
async function drain(_file: FileEntry, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content);
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

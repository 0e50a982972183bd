import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { databaseName } from "../store/sqlite/open.ts";
import { syncFolder } from "../tls/whole-file.ts";
import { checkDatabase } from "./check-database.ts";
import { modeOf } from "./contents.ts";
import type { Manifest } from "./manifest.ts";
import { readArchive } from "./read-archive.ts";
import { findWaiting, type Waiting } from "./waiting.ts";

export type Restored =
  | { ok: true; scans: number; madeAt: string; files: number; waiting: Waiting[] }
  /** One sentence. */
  | { ok: false; reason: string };

export type RestoreProgress = (step: "unpacking" | "checking", part: number) => void;

/** In the folder while a restore is under way, or was cut off. No database in it is called as a hub's is. */
const workName = ".restoring-";
const databaseDraft = "database";

/**
 * Puts a backup into a data folder that is empty or not there. The database, which makes it a hub's, comes last, once
 * everything was checked and synced; when something fails, the folder is as it was. With `hold` the hub will send nothing
 * to a destination that had deliveries waiting before a person has decided. Rejects with the signal's reason, with
 * `StoreUnavailable` and with errors of the file system.
 */
export async function restore(parts: {
  archive: string;
  dir: string;
  hold?: boolean;
  progress?: RestoreProgress;
  signal?: AbortSignal;
}): Promise<Restored> {
  const { archive, dir, hold = false, progress = () => {}, signal } = parts;
  const occupied = await whyOccupied(dir);
  if (occupied) return { ok: false, reason: occupied };
  const about = await stat(archive);
  // A pipe would be waited for without end.
  if (!about.isFile() && !about.isDirectory()) {
    return { ok: false, reason: `${archive} is not a file; name a backup that lies on a disk.` };
  }

  let work: string | undefined;
  let made = false;
  try {
    const read = await readArchive(
      archive,
      async (file, content) => {
        if (work === undefined) {
          made = await makeFolder(dir);
          work = await mkdtemp(join(dir, workName));
        }
        const path = join(work, file.path === databaseName ? databaseDraft : file.path);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const mode = modeOf(file.path);
        await pipeline(content, createWriteStream(path, { flags: "wx", mode, flush: true }), {
          signal,
        });
      },
      { ...(signal && { signal }), progress: (bytes) => progress("unpacking", bytes / about.size) },
    );
    if (!read.ok || work === undefined) {
      return { ok: false, reason: `${archive} ${read.ok ? "is empty." : read.reason}` };
    }
    progress("checking", 0);
    const misfit = await whyNotSound(join(work, databaseDraft), read.manifest, signal);
    if (misfit) return { ok: false, reason: `${archive} is not used: its database ${misfit}` };
    const { scans, madeAt, files } = read.manifest;
    const waiting = findWaiting(join(work, databaseDraft), hold ? heldBecause(madeAt) : undefined);
    signal?.throwIfAborted();
    const folders = new Set(files.map(({ path }) => dirname(path)));
    for (const folder of folders) await syncFolder(join(work, folder));
    await moveIn(work, dir);
    made = false;
    return { ok: true, scans, madeAt, files: files.length, waiting };
  } finally {
    if (work !== undefined) await rm(work, { recursive: true, force: true });
    if (made) await rmdir(dir).catch(() => {});
  }
}

function heldBecause(madeAt: string): string {
  return `It was restored from a backup of ${madeAt} in which deliveries were waiting; some may have been made since. Deliver them or drop them.`;
}

async function whyOccupied(dir: string): Promise<string | undefined> {
  let names: string[];
  try {
    names = await readdir(dir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "ENOTDIR") return `${dir} is a file; name a folder that is empty or not there.`;
    throw error;
  }
  if (names.some((name) => name.startsWith(workName)) && !names.includes(databaseName)) {
    return `${dir} holds a restore that was cut off; delete that folder and start again.`;
  }
  // What a file system of its own brings along.
  if (names.some((name) => name !== "lost+found")) {
    return `${dir} is not empty; a backup is only restored into a folder that is empty or not there.`;
  }
  return undefined;
}

/** True when it was not there. */
async function makeFolder(dir: string): Promise<boolean> {
  try {
    await mkdir(dir, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

/** The end of a sentence, when the database is not what the manifest says. */
async function whyNotSound(
  path: string,
  manifest: Manifest,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const checked = await checkDatabase(path, { ...(signal && { signal }) });
  if (!checked.ok) return checked.reason;
  if (checked.scans !== manifest.scans || checked.migration !== manifest.migration) {
    return "is another one than the backup says.";
  }
  const missing = manifest.heads.find(
    ({ inbox, count, hash }) =>
      !checked.heads.some(
        (head) => head.inbox === inbox && head.count === count && head.hash === hash,
      ),
  );
  return missing && `has another audit trail of ${missing.inbox} than the backup says.`;
}

/** Moves what was unpacked up into the folder; the database last, when the rest is sure to be there. */
async function moveIn(work: string, dir: string): Promise<void> {
  const names = (await readdir(work)).filter((name) => name !== databaseDraft);
  const moved: string[] = [];
  try {
    for (const name of names) {
      await rename(join(work, name), join(dir, name));
      moved.push(name);
    }
    await syncFolder(dir);
    await rename(join(work, databaseDraft), join(dir, databaseName));
  } catch (error) {
    for (const name of moved) await rm(join(dir, name), { recursive: true, force: true });
    throw error;
  }
  await syncFolder(dir);
}

import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { databaseName } from "../store/sqlite/open.ts";

/**
 * The files that a backup contains besides the database. `folders` are included with all their
 * files.
 */
const files = ["ca.pem", "secret.key", "scanhook.yaml"];
const folders = ["tls", "files"];

const maxPathLength = 1024;

/**
 * Returns whether a backup may contain this path: it must be the relative path of a file that a
 * data folder can have, with slashes, and must not lead out of the data folder.
 */
export function mayBeInBackup(path: string): boolean {
  if (path === databaseName || files.includes(path)) return true;
  const [folder = "", ...names] = path.split("/");
  return (
    folders.includes(folder) &&
    names.length > 0 &&
    path.length <= maxPathLength &&
    names.every(isFileName)
  );
}

/** Lists the files of a data folder for a backup, except for the database. */
export async function listBackupFiles(dir: string): Promise<string[]> {
  const paths: string[] = [];
  for (const name of files) {
    if (await isFile(join(dir, name))) paths.push(name);
  }
  for (const name of folders) {
    const entries = await readdir(join(dir, name), { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
        throw error;
      },
    );
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name).slice(join(dir, "/").length);
      const portable = path.replaceAll("\\", "/");
      // A .tmp file is still being written.
      if (entry.isFile() && !entry.name.endsWith(".tmp") && mayBeInBackup(portable))
        paths.push(portable);
    }
  }
  return paths.sort();
}

/**
 * Returns the mode of a restored file. Only its owner can read it, except for the CA certificate,
 * which phones download.
 */
export function modeOf(path: string): number {
  return path === "ca.pem" ? 0o644 : 0o600;
}

/** Returns whether a name stays inside its folder on every operating system. */
function isFileName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[\p{Cc}\\:]/u.test(name);
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isFile() ?? false;
}

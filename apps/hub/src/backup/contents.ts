import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { databaseName } from "../store/sqlite/open.ts";

/** What of a data folder belongs into a backup besides the database: files, and folders with all that is in them. */
const files = ["ca.pem", "secret.key", "scanhook.yaml"];
const folders = ["tls", "files"];

const longestPath = 1024;

/**
 * Whether a path may be in a backup: relative, with slashes, of a file that belongs into a data folder. What leads
 * outside, or anywhere else, is not.
 */
export function belongs(path: string): boolean {
  if (path === databaseName || files.includes(path)) return true;
  const [folder = "", ...names] = path.split("/");
  return (
    folders.includes(folder) &&
    names.length > 0 &&
    path.length <= longestPath &&
    names.every(isFileName)
  );
}

/** The files of a data folder that belong into a backup, the database left out. */
export async function listBelongings(dir: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of files) {
    if (await isFile(join(dir, name))) found.push(name);
  }
  for (const name of folders) {
    const inside = await readdir(join(dir, name), { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
        throw error;
      },
    );
    for (const entry of inside) {
      const path = join(entry.parentPath, entry.name).slice(join(dir, "/").length);
      const written = path.replaceAll("\\", "/");
      // A draft is a file in the middle of being written.
      if (entry.isFile() && !entry.name.endsWith(".tmp") && belongs(written)) found.push(written);
    }
  }
  return found.sort();
}

/** What only the owner may read: all but the certificate, which phones download. */
export function modeOf(path: string): number {
  return path === "ca.pem" ? 0o644 : 0o600;
}

/** A name that means a file in its folder on every system. */
function isFileName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[\p{Cc}\\:]/u.test(name);
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isFile() ?? false;
}

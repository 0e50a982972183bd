import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { toStoreUnavailable } from "./sqlite/unavailable.ts";

/** Creates the data folder if needed, readable by this user only. Throws `StoreUnavailable`. */
export function createDataFolder(dir: string): void {
  try {
    createFolder(dir);
  } catch (error) {
    throw toStoreUnavailable(error, dir);
  }
}

/**
 * Creates a folder and its parents. `mkdir` with `recursive` never returns on a file system that
 * accepts no folders, such as /proc.
 */
function createFolder(path: string): void {
  if (isFolder(path)) return;
  createFolder(dirname(resolve(path)));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

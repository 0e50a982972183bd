import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { toTrouble } from "./sqlite/trouble.ts";

/** Makes the data folder when there is none, for this user's eyes only. Throws `StoreUnavailable`. */
export function makeDataFolder(dir: string): void {
  try {
    makeFolder(dir);
  } catch (error) {
    throw toTrouble(error, dir);
  }
}

/** With the folders above it. Node's own `recursive` never returns where a file system takes no folder, as /proc. */
function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(resolve(path)));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

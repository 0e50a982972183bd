import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file so that it is there whole or not at all, also when the power goes. Replaces one that is there,
 * or with `keep` leaves it and answers false.
 */
export async function writeWholeFile(
  path: string,
  text: string,
  options: { mode: number; keep?: boolean },
): Promise<boolean> {
  const draft = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await using file = await open(draft, "wx", options.mode);
    await file.chmod(options.mode);
    await file.writeFile(text);
    await file.sync();
    if (options.keep !== true) await rename(draft, path);
    else if (!(await putIfAbsent(draft, path))) return false;
    await syncFolder(dirname(path));
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The text of a file; undefined when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

async function putIfAbsent(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    // FAT and some network shares know no hard links.
    if ((await readIfThere(path)) !== undefined) return false;
    await rename(draft, path);
    return true;
  }
}

/** Windows and some network file systems cannot sync a folder; there the rename has to do. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path);
    await folder.sync();
  } catch {
    return;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

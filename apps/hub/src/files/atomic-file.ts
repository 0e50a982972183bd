import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file so that it is either complete or absent, even after a power cut. Replaces an
 * existing file; with `keep`, leaves it as it is and returns false.
 */
export async function writeFileAtomically(
  path: string,
  text: string,
  options: { mode: number; keep?: boolean },
): Promise<boolean> {
  const draftPath = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await using file = await open(draftPath, "wx", options.mode);
    await file.chmod(options.mode);
    await file.writeFile(text);
    await file.sync();
    if (options.keep !== true) await rename(draftPath, path);
    else if (!(await renameIfAbsent(draftPath, path))) return false;
    await syncFolder(dirname(path));
    return true;
  } finally {
    await rm(draftPath, { force: true });
  }
}

/** Returns the text of a file, or undefined when it does not exist. */
export async function readFileIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Gives the draft its final name unless a file has that name. Returns whether it did. */
async function renameIfAbsent(draftPath: string, path: string): Promise<boolean> {
  try {
    await link(draftPath, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    // FAT and some network shares have no hard links.
    if ((await readFileIfExists(path)) !== undefined) return false;
    await rename(draftPath, path);
    return true;
  }
}

/** Syncs a folder to disk, so that a rename in it survives a power cut. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path);
    await folder.sync();
  } catch {
    // Windows and some network file systems cannot sync folders. There, the rename alone has to do.
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

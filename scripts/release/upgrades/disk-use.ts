import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the bytes that files take on the disk, in whole blocks, each file once for all links. */
export function measureFiles(paths: readonly string[]): number {
  const sizes = paths.map((path): [number, number] => {
    const { ino, size, blocks = 0 } = lstatSync(path);
    return [ino, Math.max(size, blocks * 512)];
  });
  return [...new Map(sizes).values()].reduce((sum, size) => sum + size, 0);
}

/** Lists the files of a folder and of all folders in it. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Returns bytes in words: `28 MB`. */
export const formatBytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

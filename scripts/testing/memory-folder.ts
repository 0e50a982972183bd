// Where tests keep databases that need not survive a power cut.
import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/**
 * Returns a folder in memory, or else the usual one for temporary files. A database waits for the
 * disk at each commit. One of PostgreSQL has hundreds of files, and ext4 takes long to make files
 * soon after as many were deleted.
 */
export function findMemory(): string {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4e9 ? memory : tmpdir();
}

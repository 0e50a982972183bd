import { join } from "node:path";
import { readFileIfExists, writeFileAtomically } from "../files/atomic-file.ts";

const noteName = "last-backup.txt";

/** Records in a data folder when its last backup was made. */
export async function writeBackupNote(dataDir: string, madeAt: string): Promise<void> {
  await writeFileAtomically(join(dataDir, noteName), `${madeAt}\n`, { mode: 0o600 });
}

/**
 * Returns when the last backup was made; undefined if none was recorded. Rejects with errors of the
 * file system.
 */
export async function readBackupNote(dataDir: string): Promise<Date | undefined> {
  const text = await readFileIfExists(join(dataDir, noteName));
  const madeAt = new Date(text?.trim() ?? "");
  return Number.isNaN(madeAt.getTime()) ? undefined : madeAt;
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const noteName = "moved-to-postgres.txt";

/** Leaves a note in a data folder that its hub was moved to a database. */
export function writeMovedNote(dataDir: string, location: string): void {
  writeFileSync(join(dataDir, noteName), `${location}\n`, { mode: 0o600 });
}

/**
 * Returns a sentence on why SQLite in this folder must not be used after a move: scans that it
 * stored would be missing in the database. Returns undefined for a folder that was not moved.
 */
export function findMoveProblem(dataDir: string): string | undefined {
  const path = join(dataDir, noteName);
  let location: string;
  try {
    location = readFileSync(path, "utf8").trim();
  } catch {
    // Without a note, the folder was not moved. If the folder is unreadable, opening the database
    // fails with a message.
    return undefined;
  }
  return `The scans of ${dataDir} were moved to ${location}. Use that database with --database, or delete ${path} to continue with the scans that SQLite still has.`;
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const noteName = "moved-to-postgres.txt";

/** Notes in a data folder that its scans are in a database now. */
export function noteMoved(dataDir: string, place: string): void {
  writeFileSync(join(dataDir, noteName), `${place}\n`, { mode: 0o600 });
}

/**
 * Why SQLite in this folder is not to be used, in a sentence: what it took would be missing in the database. Undefined
 * when it was never moved.
 */
export function whyMoved(dataDir: string): string | undefined {
  const path = join(dataDir, noteName);
  let place: string;
  try {
    place = readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
  return `The scans of ${dataDir} were moved to ${place}; name it with --database, or delete ${path} to go on with those that SQLite still has.`;
}

import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";

const cache = fileURLToPath(
  new URL("../../../../node_modules/.cache/scanhook-drawn/", import.meta.url),
);

type Kept = {
  /** The file that draws. What it imports is found. */
  source: string;
  /** The description of the drawing, as plain data. */
  drawing: unknown;
  folder?: string;
};

/**
 * Returns what `draw` draws, from a file if it was drawn before: by the same code, which means the
 * same text of `source` and of all that it imports, with the same Node, for the same `drawing`.
 * What other code drew is removed. Without a place for files, everything is drawn each time.
 */
export function keepDrawn<Drawn>(
  { source, drawing, folder = cache }: Kept,
  draw: () => Drawn,
): Drawn {
  const all = join(folder, basename(source, ".ts"));
  const current = join(all, hashSources(source));
  const file = join(current, `${hash([JSON.stringify(drawing)])}.bin`);
  const kept = attempt(() => readFileSync(file));
  if (kept) return deserialize(kept);
  const drawn = draw();
  attempt(() => {
    if (mkdirSync(current, { recursive: true })) removeOthers(all, current);
    // Another process never reads half a file.
    const part = join(current, `${randomUUID()}.part`);
    writeFileSync(part, serialize(drawn));
    renameSync(part, file);
  });
  return drawn;
}

function removeOthers(folder: string, kept: string) {
  for (const name of readdirSync(folder)) {
    const other = join(folder, name);
    if (other !== kept) rmSync(other, { recursive: true, force: true });
  }
}

/** Returns the result; undefined if there is no such file or no place for one. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}

/** Returns a hash of the texts of a file and of the files that it imports, types included. */
function hashSources(source: string): string {
  const files = new Set([source]);
  const texts: string[] = [process.version];
  // A set also yields what is added to it during the loop.
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    texts.push(text);
    for (const [, path] of text.matchAll(/\bfrom "(\.[^"]+)"/g)) {
      if (path) files.add(join(dirname(file), path));
    }
  }
  return hash(texts);
}

function hash(parts: readonly string[]): string {
  const sum = createHash("sha256");
  for (const part of parts) sum.update(`${part.length} ${part}`);
  return sum.digest("hex").slice(0, 32);
}

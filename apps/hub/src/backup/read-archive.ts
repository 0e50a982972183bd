import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { ReadEntry } from "tar";
import { type FileEntry, type Manifest, manifestName, parseManifest } from "./manifest.ts";

export type ReadArchive = { ok: true; manifest: Manifest } | { ok: false; reason: string };

/** What becomes of the files of a backup, in their order. What it throws ends the reading. */
export type Take = (file: FileEntry, content: AsyncIterable<Buffer>) => Promise<void>;

const longestManifest = 16 * 1024 * 1024;

/**
 * Reads a backup from its beginning to its end and hands each file on as it comes. Nothing is handed on that the
 * manifest, which comes first, does not name; ok only when all it names came, byte for byte. The reason is the end of
 * a sentence that begins with the name of the backup. Rejects when the file itself cannot be read.
 */
export async function readArchive(
  path: string,
  take: Take,
  options: { signal?: AbortSignal; progress?: (bytes: number) => void } = {},
): Promise<ReadArchive> {
  const { signal, progress = () => {} } = options;
  let manifest: Manifest | undefined;
  let missing = new Map<string, FileEntry>();

  async function takeEntry(entry: ReadEntry): Promise<void> {
    if (!isFile(entry)) throw new Unfit(`holds ${describe(entry)}; it is not used.`);
    if (!manifest) {
      if (entry.path !== manifestName || entry.size > longestManifest) throw new Unfit(foreign);
      const parsed = parseManifest(await textOf(entry));
      if (!parsed.ok) throw new Unfit(parsed.reason);
      manifest = parsed.manifest;
      missing = new Map(manifest.files.map((file) => [file.path, file]));
      return;
    }
    const file = missing.get(entry.path);
    if (!file || entry.size !== file.size) throw new Unfit(damaged);
    missing.delete(entry.path);
    const digest = createHash("sha256");
    await take(file, hashing(entry, digest));
    if (digest.digest("hex") !== file.sha256) throw new Unfit(damaged);
  }

  try {
    await eachEntry(path, takeEntry, signal, progress);
  } catch (error) {
    if (error instanceof Unfit) return { ok: false, reason: error.message };
    if (isUnreadable(error)) return { ok: false, reason: manifest ? damaged : foreign };
    throw error;
  }
  if (!manifest) return { ok: false, reason: foreign };
  return missing.size === 0 ? { ok: true, manifest } : { ok: false, reason: damaged };
}

const foreign = 'is no backup that "scanhook backup" made, or it is damaged.';
const damaged = "is damaged; use another backup.";

/** Stays inside this file: it carries the reason out of the streams. */
class Unfit extends Error {}

/** Entries one after the other: the next is read when `take` is through with the last. */
async function eachEntry(
  path: string,
  take: (entry: ReadEntry) => Promise<void>,
  signal: AbortSignal | undefined,
  progress: (bytes: number) => void,
): Promise<void> {
  // Loaded only here: other commands start without it.
  const { Parser } = await import("tar");
  const file = createReadStream(path, { signal });
  const plain = file.pipe(createGunzip());
  file.on("error", (error) => plain.destroy(error));
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  let taking = Promise.resolve();
  const parser = new Parser({ strict: true, maxMetaEntrySize: 64 * 1024 });
  parser.on("entry", (entry: ReadEntry) => {
    taking = taking.then(() => take(entry)).then(() => void entry.resume());
    taking.catch(failed.reject);
  });
  parser.on("error", failed.reject);
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      progress(file.bytesRead);
      if (!parser.write(chunk)) await Promise.race([once(parser, "drain"), failed.promise]);
    }
    const ended = once(parser, "end");
    parser.end();
    await Promise.race([ended, failed.promise]);
    await Promise.race([taking, failed.promise]);
  } finally {
    file.destroy();
    plain.destroy();
  }
}

/** What zlib and tar say of bytes that are not, or not wholly, what they write. */
function isUnreadable(error: unknown): boolean {
  const { code, tarCode } = error as { code?: unknown; tarCode?: unknown };
  return tarCode !== undefined || String(code).startsWith("Z_");
}

function isFile({ type }: ReadEntry): boolean {
  return type === "File" || type === "OldFile";
}

function describe({ path, type }: ReadEntry): string {
  const what = type === "SymbolicLink" || type === "Link" ? "a link" : "something else than files";
  return `${what} (${JSON.stringify(path.slice(0, 100))})`;
}

async function textOf(entry: ReadEntry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function* hashing(entry: ReadEntry, digest: ReturnType<typeof createHash>) {
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    digest.update(chunk);
    yield chunk;
  }
}

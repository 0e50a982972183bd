import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { ReadEntry } from "tar";
import type { Parsed } from "../parsed.ts";
import { type FileEntry, type Manifest, manifestName, parseManifest } from "./manifest.ts";

/** Receives the files of a backup in order. An error that it throws ends the reading. */
export type FileReceiver = (file: FileEntry, content: AsyncIterable<Buffer>) => Promise<void>;

const maxManifestSize = 16 * 1024 * 1024;

/** More than the headers of a file take, with a path of any allowed length, and its last block. */
const maxHeadersSize = 8 * 1024;

/** What may follow the last file. Other programs pad an archive, if only with 10 KiB. */
const maxEndSize = 1024 * 1024;

/**
 * Reads a whole backup, and passes on each file that its manifest names. Returns the manifest only
 * if every such file was in it, byte for byte. The reason completes a sentence that begins with the
 * path of the backup. Rejects when the archive itself cannot be read.
 */
export async function readArchive(
  path: string,
  receive: FileReceiver,
  options: { signal?: AbortSignal | undefined; progress?: (bytes: number) => void } = {},
): Promise<Parsed<Manifest>> {
  const { signal, progress = () => {} } = options;
  let manifest: Manifest | undefined;
  let missing = new Map<string, FileEntry>();

  function measureLargest(): number {
    const sizes = manifest?.files.map(({ size }) => size + maxHeadersSize) ?? [];
    return sizes.reduce((sum, size) => sum + size, maxManifestSize + maxHeadersSize + maxEndSize);
  }

  async function readEntry(entry: ReadEntry): Promise<void> {
    if (!isFile(entry))
      throw new InvalidBackup(`contains ${describe(entry)}. Nothing was restored.`);
    if (!manifest) {
      if (entry.path !== manifestName || entry.size > maxManifestSize)
        throw new InvalidBackup(foreignReason);
      const parsed = parseManifest(await readText(entry));
      if (!parsed.ok) throw new InvalidBackup(parsed.reason);
      manifest = parsed.value;
      missing = new Map(manifest.files.map((file) => [file.path, file]));
      return;
    }
    const file = missing.get(entry.path);
    if (!file || entry.size !== file.size) throw new InvalidBackup(damagedReason);
    missing.delete(entry.path);
    const digest = createHash("sha256");
    await receive(file, hashChunks(entry, digest));
    if (digest.digest("hex") !== file.sha256) throw new InvalidBackup(damagedReason);
  }

  try {
    await readEntries(path, readEntry, measureLargest, signal, progress);
  } catch (error) {
    if (error instanceof InvalidBackup) return { ok: false, reason: error.message };
    if (isUnreadable(error)) return { ok: false, reason: manifest ? damagedReason : foreignReason };
    throw error;
  }
  if (!manifest) return { ok: false, reason: foreignReason };
  return missing.size === 0 ? { ok: true, value: manifest } : { ok: false, reason: damagedReason };
}

const foreignReason = 'is not a backup made by "scanhook backup", or it is damaged.';
const damagedReason = "is damaged. Use another backup.";
const largerReason = "contains more than a backup does. Use another backup.";

/** Carries the reason out of the streams. It is never thrown out of this file. */
class InvalidBackup extends Error {}

/**
 * Reads one entry after the other. The next one is read when `handle` has finished with the one
 * before. `measureLargest` returns the most bytes that the unpacked archive may have, as far as
 * that is known.
 */
async function readEntries(
  path: string,
  handle: (entry: ReadEntry) => Promise<void>,
  measureLargest: () => number,
  signal: AbortSignal | undefined,
  progress: (bytes: number) => void,
): Promise<void> {
  // Loaded here, because other commands start faster without it.
  const { Parser } = await import("tar");
  const file = createReadStream(path, { signal });
  const plain = file.pipe(createGunzip());
  file.on("error", (error) => plain.destroy(error));
  const failed = Promise.withResolvers<never>();
  // It may reject while nothing awaits it, which would end the process.
  failed.promise.catch(() => {});
  let handling = Promise.resolve();
  let largest = measureLargest();
  let unpacked = 0;
  let hasEnded = false;
  const parser = new Parser({ strict: true, maxMetaEntrySize: 64 * 1024, zstd: false });
  parser.on("entry", (entry: ReadEntry) => {
    handling = handling
      .then(() => handle(entry))
      .then(() => {
        largest = measureLargest();
        entry.resume();
      });
    handling.catch(failed.reject);
  });
  parser.on("error", failed.reject);
  parser.on("eof", () => {
    hasEnded = true;
  });
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      progress(file.bytesRead);
      // The parser would unpack a gzip inside of the gzip, where nothing counts its bytes.
      if (unpacked === 0 && chunk[0] === firstByteOfGzip) throw new InvalidBackup(foreignReason);
      unpacked += chunk.length;
      if (unpacked > largest) throw new InvalidBackup(largerReason);
      // The parser keeps what follows the end, and copies all of it for every chunk.
      if (hasEnded) continue;
      if (!parser.write(chunk)) await Promise.race([once(parser, "drain"), failed.promise]);
    }
    const ended = once(parser, "end");
    parser.end();
    await Promise.race([ended, failed.promise]);
    await Promise.race([handling, failed.promise]);
  } finally {
    file.destroy();
    plain.destroy();
  }
}

const firstByteOfGzip = 0x1f;

/** True for an error of zlib or tar about invalid or incomplete data. */
function isUnreadable(error: unknown): boolean {
  const { code, tarCode } = error as { code?: unknown; tarCode?: unknown };
  return tarCode !== undefined || String(code).startsWith("Z_");
}

function isFile({ type }: ReadEntry): boolean {
  return type === "File" || type === "OldFile";
}

function describe({ path, type }: ReadEntry): string {
  const kind =
    type === "SymbolicLink" || type === "Link" ? "a link" : "an entry that is not a file";
  return `${kind} (${JSON.stringify(path.slice(0, 100))})`;
}

async function readText(entry: ReadEntry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function* hashChunks(entry: ReadEntry, digest: ReturnType<typeof createHash>) {
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    digest.update(chunk);
    yield chunk;
  }
}

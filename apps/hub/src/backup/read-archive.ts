import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { ReadEntry } from "tar";
import type { Parsed } from "../parsed.ts";
import { type FileEntry, type Manifest, manifestName, parseManifest } from "./manifest.ts";

/** Receives the files of a backup, one after the other. If it rejects, the reading ends. */
export type FileReceiver = (file: FileEntry, content: AsyncIterable<Buffer>) => Promise<void>;

const maxManifestSize = 16 * 1024 * 1024;

/**
 * An upper bound of the bytes of a file's headers and padding, with a path of any allowed length.
 */
const maxHeadersSize = 8 * 1024;

/**
 * The maximum number of bytes after the last file. Other programs pad an archive, usually to 10
 * KiB.
 */
const maxPaddingSize = 1024 * 1024;

/**
 * Reads a whole backup, and passes each file that its manifest names to `receive`. The result is ok
 * only if all these files are in it with the right hashes. `reason` completes a sentence that
 * begins with the path of the backup. `progress` gets the number of bytes read so far. Rejects if
 * the archive file cannot be read.
 */
export async function readArchive(
  path: string,
  receive: FileReceiver,
  options: { signal?: AbortSignal | undefined; progress?: (bytes: number) => void } = {},
): Promise<Parsed<Manifest>> {
  const { signal, progress = () => {} } = options;
  let manifest: Manifest | undefined;
  let missing = new Map<string, FileEntry>();

  function getMaxUnpackedBytes(): number {
    const sizes = manifest?.files.map(({ size }) => size + maxHeadersSize) ?? [];
    const fixedBytes = maxManifestSize + maxHeadersSize + maxPaddingSize;
    return sizes.reduce((sum, size) => sum + size, fixedBytes);
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
    await readEntries(path, readEntry, getMaxUnpackedBytes, signal, progress);
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
 * Reads one entry after the other: the next one when `handle` has finished with the one before.
 * `getMaxUnpackedBytes` returns the limit for the unpacked archive, which changes once the manifest
 * is known.
 */
async function readEntries(
  path: string,
  handle: (entry: ReadEntry) => Promise<void>,
  getMaxUnpackedBytes: () => number,
  signal: AbortSignal | undefined,
  progress: (bytes: number) => void,
): Promise<void> {
  // Loaded here, because other commands start faster without it.
  const { Parser } = await import("tar");
  const file = createReadStream(path, { signal });
  const plain = file.pipe(createGunzip());
  file.on("error", (error) => plain.destroy(error));
  const failed = Promise.withResolvers<never>();
  // The promise may reject while nothing awaits it, which would end the process.
  failed.promise.catch(() => {});
  let handling = Promise.resolve();
  let maxUnpackedBytes = getMaxUnpackedBytes();
  let unpackedBytes = 0;
  let hasEnded = false;
  const parser = new Parser({ strict: true, maxMetaEntrySize: 64 * 1024, zstd: false });
  parser.on("entry", (entry: ReadEntry) => {
    handling = handling
      .then(() => handle(entry))
      .then(() => {
        maxUnpackedBytes = getMaxUnpackedBytes();
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
      // The parser would unpack a gzip file inside the gzip file without counting its bytes.
      const isGzip = unpackedBytes === 0 && chunk[0] === firstByteOfGzip;
      if (isGzip) throw new InvalidBackup(foreignReason);
      unpackedBytes += chunk.length;
      if (unpackedBytes > maxUnpackedBytes) throw new InvalidBackup(largerReason);
      // The parser would collect the bytes after the end of the archive, and copy them all for
      // every chunk.
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

/** Returns whether an error of zlib or tar is about invalid or incomplete data. */
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

import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Manifest, manifestName, serializeManifest } from "./manifest.ts";

/**
 * Packs the manifest and the files that it names into a .tar.gz that only this user can read.
 * `archive` must not exist. `progress` gets the completed fraction, from 0 to 1. Resolves once
 * everything is synced to disk.
 */
export async function writeArchive(
  folder: string,
  archive: string,
  contents: Omit<Manifest, "scanhookBackup">,
  options: { signal?: AbortSignal | undefined; progress?: (part: number) => void } = {},
): Promise<void> {
  const { signal, progress = () => {} } = options;
  await writeFile(join(folder, manifestName), serializeManifest(contents), { mode: 0o600 });
  const totalSize = contents.files.reduce((sum, { size }) => sum + size, 1);
  let packedBytes = 0;
  async function* countBytes(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      packedBytes += chunk.length;
      progress(Math.min(packedBytes / totalSize, 1));
      yield chunk;
    }
  }
  const names = [manifestName, ...contents.files.map(({ path }) => path)];
  // Loaded here, because other commands start faster without it.
  const { create } = await import("tar");
  const pack = create({ cwd: folder, portable: true, strict: true }, names);
  await pipeline(
    countBytes(pack as AsyncIterable<Buffer>),
    createGzip(),
    createWriteStream(archive, { flags: "wx", mode: 0o600, flush: true }),
    { signal },
  );
}

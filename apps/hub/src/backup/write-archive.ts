import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Manifest, manifestName, printManifest } from "./manifest.ts";

/**
 * Packs the files of a folder that the manifest names into a .tar.gz that only this user may read, manifest first.
 * `archive` must not be there. When it resolves everything is synced to disk.
 */
export async function writeArchive(
  folder: string,
  archive: string,
  about: Omit<Manifest, "scanhookBackup">,
  options: { signal?: AbortSignal; progress?: (part: number) => void } = {},
): Promise<void> {
  const { signal, progress = () => {} } = options;
  await writeFile(join(folder, manifestName), printManifest(about), { mode: 0o600 });
  const whole = about.files.reduce((sum, { size }) => sum + size, 1);
  let packed = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      packed += chunk.length;
      progress(Math.min(packed / whole, 1));
      yield chunk;
    }
  }
  const names = [manifestName, ...about.files.map(({ path }) => path)];
  // Loaded only here: other commands start without it.
  const { create } = await import("tar");
  const pack = create({ cwd: folder, portable: true, strict: true }, names);
  await pipeline(
    counted(pack as AsyncIterable<Buffer>),
    createGzip(),
    createWriteStream(archive, { flags: "wx", mode: 0o600, flush: true }),
    { signal },
  );
}

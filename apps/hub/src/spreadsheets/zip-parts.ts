import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { say } from "../texts/exact-message.ts";
import { damaged, Unreadable } from "./unreadable.ts";

/** The files in a ZIP archive, by their paths. */
export type ZipParts = {
  has(path: string): boolean;
  /**
   * Yields the text of a file piece by piece, nothing if there is none. Throws `Unreadable` if it
   * is damaged, or if more than `maxInflatedBytes` have been read of the archive.
   */
  read(path: string): AsyncGenerator<string>;
};

/** The most bytes that all read files of an archive may have, whatever its directory says. */
export const maxInflatedBytes = 256 * 1024 * 1024;
const maxEntries = 10_000;

/**
 * Opens a ZIP archive (PKWARE APPNOTE 6.3). Throws `Unreadable` for one that is damaged or
 * encrypted. Nothing is inflated before it is read, and yauzl ends a file that is longer than its
 * directory says.
 */
export async function openZip(
  bytes: Uint8Array,
  { maxBytes = maxInflatedBytes }: { maxBytes?: number } = {},
): Promise<ZipParts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await orDamaged(fromBufferPromise(buffer, { lazyEntries: true, autoClose: false }));
  const entries = await orDamaged(listEntries(zip));
  if (entries.size > maxEntries) throw damaged();
  let left = maxBytes;
  return {
    has: (path) => entries.has(path),
    async *read(path) {
      const entry = entries.get(path);
      if (!entry) return;
      if (entry.isEncrypted()) throw new Unreadable(say("workbook-protected"));
      const decoder = new TextDecoder();
      const stream = await orDamaged(zip.openReadStreamPromise(entry));
      const chunks = stream.iterator();
      try {
        for (;;) {
          const { done, value } = await orDamaged(chunks.next());
          if (done) break;
          left -= value.length;
          if (left < 0) throw new Unreadable(tooLarge(maxBytes));
          yield decoder.decode(value, { stream: true });
        }
      } finally {
        stream.destroy();
      }
      yield decoder.decode();
    },
  };
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry);
    if (entries.size > maxEntries) break;
  }
  return entries;
}

function tooLarge(maxBytes: number): string {
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  return say("workbook-too-large", { megabytes: `${megabytes}` });
}

/** Every error of the archive comes from its bytes, which are in memory. */
async function orDamaged<Value>(promise: Promise<Value>): Promise<Value> {
  try {
    return await promise;
  } catch {
    throw damaged();
  }
}

import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { Header, type HeaderData } from "tar";
import { manifestName } from "../manifest.ts";

export type Entry = { path: string; content?: string | Buffer } & Partial<HeaderData>;

/** Packs entries into a .tar.gz, also invalid ones. */
export function pack(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ content = "", ...header }) => {
    const bytes = Buffer.from(content);
    const block = Buffer.alloc(512);
    new Header({
      type: "File",
      mode: 0o600,
      size: bytes.length,
      mtime: new Date(0),
      ...header,
    }).encode(block);
    return [block, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** Returns the manifest that `scanhook backup` writes for these files, with some parts changed. */
export function manifestOf(files: readonly Entry[], change: object = {}): Entry {
  const described = files.map(({ path, content = "" }) => ({
    path,
    size: Buffer.from(content).length,
    sha256: createHash("sha256").update(content).digest("hex"),
  }));
  const manifest = {
    scanhookBackup: 1,
    madeAt: "2026-11-21T00:00:00.000Z",
    scans: 0,
    migration: "0001_store.sql",
    heads: [],
    files: described,
    ...change,
  };
  return { path: manifestName, content: JSON.stringify(manifest) };
}

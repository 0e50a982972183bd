import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readArchive } from "./read-archive.ts";
import { type Entry, manifestOf, pack } from "./testing/archives.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "scanhook-archives-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Reads bytes as a backup. `received` has the contents of the received files by path. */
async function read(bytes: Uint8Array) {
  const path = join(dir, "backup.tar.gz");
  await writeFile(path, bytes);
  const received: Record<string, string> = {};
  const result = await readArchive(path, async (file, content) => {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    received[file.path] = Buffer.concat(chunks).toString("latin1");
  });
  return { result, received };
}

const database: Entry = { path: "scanhook.db", content: "not read here" };
const files: Entry[] = [
  database,
  { path: "ca.pem", content: "" },
  { path: "tls/ca-key.pem", content: "k".repeat(2000) },
  { path: "files/2026/scans ☕.csv", content: "a,b\n" },
];
const packValidBackup = () => pack([manifestOf(files), ...files]);

test("passes on every file of a valid backup", async () => {
  const { result, received } = await read(packValidBackup());
  expect(result).toMatchObject({ ok: true, value: { files: { length: 4 } } });
  expect(received).toEqual(
    Object.fromEntries(
      files.map(({ path, content }) => [path, Buffer.from(content!).toString("latin1")]),
    ),
  );
});

test("refuses any bytes, also in gzip, with a sentence, and passes on nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), fc.boolean(), async (bytes, zipped) => {
      const { result, received } = await read(zipped ? gzipSync(bytes) : bytes);
      expect(result).toEqual({
        ok: false,
        reason: expect.stringMatching(/^is not a backup .*\.$/),
      });
      expect(received).toEqual({});
    }),
  );
});

test("refuses a changed or truncated backup with a sentence, or reads the same files", async () => {
  const validBackup = packValidBackup();
  const before = (await read(validBackup)).received;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(validBackup.length - 1), fc.integer({ min: 1, max: 255 })), {
        maxLength: 3,
      }),
      fc.nat(validBackup.length),
      async (changes, length) => {
        const bytes = Buffer.from(validBackup);
        for (const [offset, mask] of changes) bytes[offset]! ^= mask;
        const { result, received } = await read(bytes.subarray(0, length));
        if (result.ok) expect(received).toEqual(before);
        else expect(result.reason).toMatch(/^(is|contains|names|was|has) [^\n]*\.$/);
      },
    ),
  );
});

test("detects changes in the tar archive that gzip does not detect", async () => {
  const validBackup = gunzipSync(packValidBackup());
  const before = (await read(gzipSync(validBackup))).received;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(validBackup.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (offset, mask) => {
        const bytes = Buffer.from(validBackup);
        bytes[offset]! ^= mask;
        const { result, received } = await read(gzipSync(bytes));
        if (result.ok) expect(received).toEqual(before);
      },
    ),
  );
});

test.each<[string, Entry[], RegExp]>([
  ["a path that leads outside", [{ path: "../evil", content: "x" }], /"\.\.\/evil", which is not/],
  [
    "a path that leads outside from the middle",
    [{ path: "tls/../../evil" }],
    /is not a file of a data folder/,
  ],
  ["an absolute path", [{ path: "/etc/passwd" }], /is not a file of a data folder/],
  ["a path for another system", [{ path: "files\\..\\evil" }], /is not a file of a data folder/],
  ["a drive", [{ path: "files/C:evil" }], /is not a file of a data folder/],
  ["a folder as a file", [{ path: "tls/" }], /is not a file of a data folder/],
  ["a file beside the database", [{ path: "scanhook.db-wal" }], /is not a file of a data folder/],
  ["the same file twice", [{ path: "files/a" }, { path: "files/A" }], /names a file twice/],
])("refuses a manifest with %s", async (_, extraEntries, reason) => {
  const entries = [database, ...extraEntries];
  const { result, received } = await read(pack([manifestOf(entries), ...entries]));
  expect(result).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  expect(received).toEqual({});
});

test.each<[string, Entry[], RegExp]>([
  [
    "a symbolic link",
    [{ path: "ca.pem", type: "SymbolicLink", linkpath: "/etc/passwd" }],
    /a link \("ca/,
  ],
  ["a hard link", [{ path: "ca.pem", type: "Link", linkpath: "scanhook.db" }], /a link/],
  ["a device", [{ path: "ca.pem", type: "CharacterDevice" }], /an entry that is not a file/],
  ["a folder", [{ path: "tls/", type: "Directory" }], /an entry that is not a file/],
  ["a file the manifest does not name", [{ path: "secret.key", content: "x" }], /is damaged/],
  ["a file again", [database], /is damaged/],
])("refuses a backup that contains %s", async (_, extraEntries, reason) => {
  const { result } = await read(pack([manifestOf([database]), database, ...extraEntries]));
  expect(result).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test.each<[string, Entry[], RegExp]>([
  [
    "from a newer Scanhook",
    [manifestOf([database], { scanhookBackup: 2 }), database],
    /newer Scanhook/,
  ],
  ["without its manifest", [database], /^is not a backup/],
  ["with another file first", [database, manifestOf([database])], /^is not a backup/],
  ["without a database", [manifestOf([])], /contains no database/],
  ["that lacks a file", [manifestOf(files), database], /is damaged/],
  [
    "whose manifest is something else",
    [{ ...database, path: "scanhook-backup.json" }],
    /has an invalid list/,
  ],
])("refuses a backup %s", async (_, entries, reason) => {
  const { result } = await read(pack(entries));
  expect(result).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test("ignores padding after the end of the archive", async () => {
  const padded = gzipSync(Buffer.concat([gunzipSync(packValidBackup()), Buffer.alloc(20 * 512)]));
  expect((await read(padded)).result.ok).toBe(true);
});

test.each<[string, (backup: Buffer) => Uint8Array, RegExp]>([
  [
    "zeros after its end",
    (backup) => gzipSync(Buffer.concat([backup, Buffer.alloc(400_000_000)])),
    /^contains more than/,
  ],
  [
    "another archive after its end",
    (backup) => gzipSync(Buffer.concat([backup, ...Array<Buffer>(10_000).fill(backup)])),
    /^contains more than/,
  ],
  [
    "a second gzip behind the first",
    (backup) => Buffer.concat([gzipSync(backup), gzipSync(Buffer.alloc(400_000_000))]),
    /^contains more than/,
  ],
  ["an archive in gzip in gzip", (backup) => gzipSync(gzipSync(backup)), /^is not a backup/],
  ["an archive in Zstandard", (backup) => gzipSync(zstdCompressSync(backup)), /^is not a backup/],
])("refuses %s without unpacking all of it", async (_, wrap, reason) => {
  const bytes = wrap(gunzipSync(packValidBackup()));
  const { result } = await read(bytes);
  expect(result).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test("refuses headers without end before the first file", async () => {
  const header = { path: "x", type: "ExtendedHeader", content: "x".repeat(60_000) } as const;
  const { result } = await read(pack(Array<Entry>(500).fill(header)));
  expect(result).toEqual({ ok: false, reason: expect.stringMatching(/^contains more than/) });
});

test("rejects with the error of the receiver", async () => {
  const path = join(dir, "received.tar.gz");
  await writeFile(path, packValidBackup());
  const receiverError = new Error("ENOSPC");
  await expect(readArchive(path, () => Promise.reject(receiverError))).rejects.toBe(receiverError);
});

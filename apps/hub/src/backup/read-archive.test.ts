import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readArchive } from "./read-archive.ts";
import { type Entry, manifestOf, pack } from "./testing/archives.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "scanhook-archives-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Reads bytes as a backup; `taken` is what was handed on, with its content. */
async function read(bytes: Uint8Array) {
  const path = join(dir, "backup.tar.gz");
  await writeFile(path, bytes);
  const taken: Record<string, string> = {};
  const result = await readArchive(path, async (file, content) => {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    taken[file.path] = Buffer.concat(chunks).toString("latin1");
  });
  return { result, taken };
}

const database: Entry = { path: "scanhook.db", content: "not read here" };
const files: Entry[] = [
  database,
  { path: "ca.pem", content: "" },
  { path: "tls/ca-key.pem", content: "k".repeat(2000) },
  { path: "files/2026/scans ☕.csv", content: "a,b\n" },
];
const sound = () => pack([manifestOf(files), ...files]);

test("a sound backup is handed on file by file", async () => {
  const { result, taken } = await read(sound());
  expect(result).toMatchObject({ ok: true, manifest: { files: { length: 4 } } });
  expect(taken).toEqual(
    Object.fromEntries(
      files.map(({ path, content }) => [path, Buffer.from(content!).toString("latin1")]),
    ),
  );
});

test("any bytes, and any bytes in gzip, are told in a sentence, and nothing is handed on", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), fc.boolean(), async (bytes, zipped) => {
      const { result, taken } = await read(zipped ? gzipSync(bytes) : bytes);
      expect(result).toEqual({ ok: false, reason: expect.stringMatching(/^is no backup .*\.$/) });
      expect(taken).toEqual({});
    }),
  );
});

test("a backup with bytes changed or cut off is the same as before or told in a sentence", async () => {
  const whole = sound();
  const before = (await read(whole)).taken;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 })), {
        maxLength: 3,
      }),
      fc.nat(whole.length),
      async (changes, length) => {
        const bytes = Buffer.from(whole);
        for (const [at, by] of changes) bytes[at]! ^= by;
        const { result, taken } = await read(bytes.subarray(0, length));
        if (result.ok) expect(taken).toEqual(before);
        else expect(result.reason).toMatch(/^(is|holds|names|was|does) [^\n]*\.$/);
      },
    ),
  );
});

test("blocks of a tape archive that were changed are found, also where gzip finds nothing", async () => {
  const whole = gunzipSync(sound());
  const before = (await read(gzipSync(whole))).taken;
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= by;
      const { result, taken } = await read(gzipSync(bytes));
      if (result.ok) expect(taken).toEqual(before);
    }),
  );
});

test.each<[string, Entry[], RegExp]>([
  [
    "a path that leads outside",
    [{ path: "../evil", content: "x" }],
    /"\.\.\/evil", which does not/,
  ],
  ["one that does so in the middle", [{ path: "tls/../../evil" }], /does not belong/],
  ["an absolute path", [{ path: "/etc/passwd" }], /does not belong/],
  ["a path for another system", [{ path: "files\\..\\evil" }], /does not belong/],
  ["a drive", [{ path: "files/C:evil" }], /does not belong/],
  ["a folder as a file", [{ path: "tls/" }], /does not belong/],
  ["a file beside the database", [{ path: "scanhook.db-wal" }], /does not belong/],
  ["the same file twice", [{ path: "files/a" }, { path: "files/A" }], /names a file twice/],
])("a manifest with %s is refused", async (_, more, reason) => {
  const all = [database, ...more];
  const { result, taken } = await read(pack([manifestOf(all), ...all]));
  expect(result).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  expect(taken).toEqual({});
});

test.each<[string, Entry[], RegExp]>([
  [
    "a symbolic link",
    [{ path: "ca.pem", type: "SymbolicLink", linkpath: "/etc/passwd" }],
    /a link \("ca/,
  ],
  ["a hard link", [{ path: "ca.pem", type: "Link", linkpath: "scanhook.db" }], /a link/],
  ["a device", [{ path: "ca.pem", type: "CharacterDevice" }], /something else than files/],
  ["a folder", [{ path: "tls/", type: "Directory" }], /something else than files/],
  ["a file the manifest does not name", [{ path: "secret.key", content: "x" }], /is damaged/],
  ["a file again", [database], /is damaged/],
])("a backup that holds %s is refused", async (_, more, reason) => {
  const { result } = await read(pack([manifestOf([database]), database, ...more]));
  expect(result).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test.each<[string, Entry[], RegExp]>([
  [
    "from a newer Scanhook",
    [manifestOf([database], { scanhookBackup: 2 }), database],
    /newer Scanhook/,
  ],
  ["without its manifest", [database], /^is no backup/],
  ["with another file first", [database, manifestOf([database])], /^is no backup/],
  ["without a database", [manifestOf([])], /holds no database/],
  ["that lacks a file", [manifestOf(files), database], /is damaged/],
  [
    "whose manifest is something else",
    [{ ...database, path: "scanhook-backup.json" }],
    /does not say/,
  ],
])("a backup %s is refused", async (_, entries, reason) => {
  const { result } = await read(pack(entries));
  expect(result).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test("what a taker throws ends the reading", async () => {
  const path = join(dir, "taken.tar.gz");
  await writeFile(path, sound());
  const full = new Error("ENOSPC");
  await expect(readArchive(path, () => Promise.reject(full))).rejects.toBe(full);
});

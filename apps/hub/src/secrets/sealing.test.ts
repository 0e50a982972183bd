import { createDecipheriv } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSealing, type Sealing } from "./sealing.ts";

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-sealing-"));
});
afterAll(() => rm(data, { recursive: true, force: true }));

const hex = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const createHexSealing = () => createSealing({ dataDir: data, secretKey: hex });

async function seal(sealing: Sealing, destination: string, secrets: Record<string, string>) {
  const result = await sealing.seal(destination, secrets);
  if (!result.ok) throw new Error(result.reason);
  return result.sealed;
}

test("opens any secrets as they were sealed, and shows nothing of them in sealed form", async () => {
  const sealing = createHexSealing();
  const anySecrets = fc.dictionary(
    fc.string({ minLength: 1 }),
    fc.string({ unit: "grapheme", minLength: 6 }),
    { maxKeys: 4 },
  );
  await fc.assert(
    fc.asyncProperty(fc.string(), anySecrets, async (destination, secrets) => {
      const sealed = await seal(sealing, destination, secrets);
      expect(await sealing.open(destination, sealed)).toEqual({ ok: true, secrets });
      for (const [name, value] of Object.entries(secrets)) {
        expect(sealed[name]).not.toContain(value);
      }
    }),
  );
});

test("seals with AES-256-GCM, with destination and field as associated data", async () => {
  const { password } = await seal(createHexSealing(), "erp", { password: "hunter2" });
  const sealedBytes = Buffer.from(password!.split(".")[2]!, "base64url");
  const decipher = createDecipheriv(
    "aes-256-gcm",
    Buffer.from(hex, "hex"),
    sealedBytes.subarray(0, 12),
  );
  decipher.setAAD(Buffer.from('["erp","password"]'));
  decipher.setAuthTag(sealedBytes.subarray(-16));
  expect(`${decipher.update(sealedBytes.subarray(12, -16))}${decipher.final()}`).toBe("hunter2");
});

test("seals the same value differently each time", async () => {
  const [first, second] = await Promise.all([
    seal(createHexSealing(), "a", { s: "same" }),
    seal(createHexSealing(), "a", { s: "same" }),
  ]);
  expect(first).not.toEqual(second);
});

test("does not open a value that was moved to another destination or field, or changed", async () => {
  const sealing = createHexSealing();
  const sealed = await seal(sealing, "erp", { password: "hunter2", token: "other" });
  const moved = { password: sealed.token! };
  for (const [name, values] of [
    ["other", sealed],
    ["erp", moved],
    ["erp", { password: "" }],
    ["erp", { password: "hunter2" }],
  ] as const) {
    const opened = await sealing.open(name, values);
    expect(opened).toEqual({ ok: false, reason: expect.stringMatching(/^The secret .*\.$/) });
    expect(JSON.stringify(opened)).not.toContain("hunter2");
  }
  const { password = "" } = sealed;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(password.length - 1),
      fc.string({ maxLength: 2 }),
      async (index, text) => {
        const changedText = `${password.slice(0, index)}${text}${password.slice(index + 1)}`;
        const opened = await sealing.open("erp", { password: changedText });
        // The last character of Base64 has bits without meaning.
        if (opened.ok) expect(opened.secrets).toEqual({ password: "hunter2" });
        else expect(opened.reason).toMatch(/\.$/);
      },
    ),
  );
});

test("says that a value was sealed with another key", async () => {
  const sealed = await seal(createHexSealing(), "erp", { password: "hunter2" });
  const other = createSealing({ dataDir: data, secretKey: hex.replace("00", "ff") });
  expect(await other.open("erp", sealed)).toEqual({
    ok: false,
    reason: expect.stringMatching(
      /^The secret password of the destination erp was sealed with another key\. .*same for every node.*\.$/,
    ),
  });
  expect(await other.open("person 5", sealed, "the person Ada")).toEqual({
    ok: false,
    reason: expect.stringMatching(/^The secret password of the person Ada was sealed with /),
  });
});

test("accepts the same key in hexadecimal, in Base64, in a file, and a passphrase", async () => {
  const bytes = Buffer.from(hex, "hex");
  const file = join(data, "given.key");
  await writeFile(file, `${bytes.toString("base64")}\n`);
  const keys = [
    { secretKey: hex.toUpperCase() },
    { secretKey: bytes.toString("base64") },
    { secretKey: bytes.toString("base64url") },
    { secretKeyFile: file },
  ];
  const sealed = await seal(createHexSealing(), "erp", { password: "hunter2" });
  for (const key of keys) {
    const opened = await createSealing({ dataDir: data, ...key }).open("erp", sealed);
    expect(opened).toEqual({ ok: true, secrets: { password: "hunter2" } });
  }
  const phrase = { dataDir: data, secretKey: "correct horse battery" };
  const sealedByPhrase = await seal(createSealing(phrase), "erp", { password: "hunter2" });
  expect((await createSealing(phrase).open("erp", sealedByPhrase)).ok).toBe(true);
});

test("creates a key file when it is first needed, readable by this user only, and keeps it", async () => {
  const dataDir = join(data, "fresh");
  const sealing = createSealing({ dataDir });
  expect(await sealing.seal("erp", {})).toEqual({ ok: true, sealed: {} });
  await expect(readdir(dataDir)).rejects.toThrow("ENOENT");
  // Two processes that create the key at the same time end up with the same key.
  const [a, b] = await Promise.all([
    seal(sealing, "erp", { password: "one" }),
    seal(createSealing({ dataDir }), "erp", { password: "two" }),
  ]);
  const laterSealing = createSealing({ dataDir });
  expect(await laterSealing.open("erp", a)).toEqual({ ok: true, secrets: { password: "one" } });
  expect(await laterSealing.open("erp", b)).toEqual({ ok: true, secrets: { password: "two" } });
  expect((await stat(join(dataDir, "secret.key"))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(dataDir, "secret.key"), "utf8")).toMatch(/^[\w+/]{43}=\n$/);
});

test("names a key file that is missing or too short, and reads it again once it is correct", async () => {
  const file = join(data, "later.key");
  const sealing = createSealing({ dataDir: data, secretKeyFile: file });
  const missing = await sealing.seal("erp", { password: "hunter2" });
  expect(missing).toEqual({
    ok: false,
    reason: expect.stringMatching(/later\.key must hold .*\.$/),
  });
  await writeFile(file, hex);
  expect((await sealing.seal("erp", { password: "hunter2" })).ok).toBe(true);
  const folder = await createSealing({ dataDir: data, secretKeyFile: data }).open("erp", {
    a: "b",
  });
  expect(folder).toEqual({ ok: false, reason: expect.stringMatching(/\(EISDIR\)\. .*\.$/) });
});

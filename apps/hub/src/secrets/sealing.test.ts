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
const inHex = () => createSealing({ dataDir: data, secretKey: hex });

async function seal(sealing: Sealing, destination: string, secrets: Record<string, string>) {
  const done = await sealing.seal(destination, secrets);
  if (!done.ok) throw new Error(done.reason);
  return done.sealed;
}

test("any secrets come back as they were, and nothing of them shows in what is stored", async () => {
  const sealing = inHex();
  const secrets = fc.dictionary(
    fc.string({ minLength: 1 }),
    fc.string({ unit: "grapheme", minLength: 6 }),
    { maxKeys: 4 },
  );
  await fc.assert(
    fc.asyncProperty(fc.string(), secrets, async (destination, given) => {
      const sealed = await seal(sealing, destination, given);
      expect(await sealing.open(destination, sealed)).toEqual({ ok: true, secrets: given });
      for (const [name, value] of Object.entries(given)) {
        expect(sealed[name]).not.toContain(value);
      }
    }),
  );
});

test("what is stored is AES-256-GCM with destination and field as its associated data", async () => {
  const { password } = await seal(inHex(), "erp", { password: "hunter2" });
  const all = Buffer.from(password!.split(".")[2]!, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(hex, "hex"), all.subarray(0, 12));
  decipher.setAAD(Buffer.from('["erp","password"]'));
  decipher.setAuthTag(all.subarray(-16));
  expect(`${decipher.update(all.subarray(12, -16))}${decipher.final()}`).toBe("hunter2");
});

test("sealed twice it looks different each time", async () => {
  const [one, other] = await Promise.all([
    seal(inHex(), "a", { s: "same" }),
    seal(inHex(), "a", { s: "same" }),
  ]);
  expect(one).not.toEqual(other);
});

test("a value moved to another destination or field, or touched anywhere, does not open", async () => {
  const sealing = inHex();
  const sealed = await seal(sealing, "erp", { password: "hunter2", token: "other" });
  const moved = { password: sealed.token! };
  for (const [name, given] of [
    ["other", sealed],
    ["erp", moved],
    ["erp", { password: "" }],
    ["erp", { password: "hunter2" }],
  ] as const) {
    const opened = await sealing.open(name, given);
    expect(opened).toEqual({ ok: false, reason: expect.stringMatching(/^The secret .*\.$/) });
    expect(JSON.stringify(opened)).not.toContain("hunter2");
  }
  const { password = "" } = sealed;
  await fc.assert(
    fc.asyncProperty(fc.nat(password.length - 1), fc.string({ maxLength: 2 }), async (at, text) => {
      const touched = `${password.slice(0, at)}${text}${password.slice(at + 1)}`;
      const opened = await sealing.open("erp", { password: touched });
      // The last character of Base64 carries bits that say nothing.
      if (opened.ok) expect(opened.secrets).toEqual({ password: "hunter2" });
      else expect(opened.reason).toMatch(/\.$/);
    }),
  );
});

test("with another key it says that the key is another one", async () => {
  const sealed = await seal(inHex(), "erp", { password: "hunter2" });
  const other = createSealing({ dataDir: data, secretKey: hex.replace("00", "ff") });
  expect(await other.open("erp", sealed)).toEqual({
    ok: false,
    reason: expect.stringMatching(
      /^The secret password of the destination erp was sealed with another key; .*same for every node.*\.$/,
    ),
  });
});

test("the same key in hexadecimal, Base64, a file or as a passphrase opens what the other sealed", async () => {
  const bytes = Buffer.from(hex, "hex");
  const file = join(data, "given.key");
  await writeFile(file, `${bytes.toString("base64")}\n`);
  const ways = [
    { secretKey: hex.toUpperCase() },
    { secretKey: bytes.toString("base64") },
    { secretKey: bytes.toString("base64url") },
    { secretKeyFile: file },
  ];
  const sealed = await seal(inHex(), "erp", { password: "hunter2" });
  for (const way of ways) {
    const opened = await createSealing({ dataDir: data, ...way }).open("erp", sealed);
    expect(opened).toEqual({ ok: true, secrets: { password: "hunter2" } });
  }
  const phrase = { dataDir: data, secretKey: "correct horse battery" };
  const byPhrase = await seal(createSealing(phrase), "erp", { password: "hunter2" });
  expect((await createSealing(phrase).open("erp", byPhrase)).ok).toBe(true);
});

test("without a key one is made at first need, for this user only, and kept", async () => {
  const dataDir = join(data, "fresh");
  const sealing = createSealing({ dataDir });
  expect(await sealing.seal("erp", {})).toEqual({ ok: true, sealed: {} });
  await expect(readdir(dataDir)).rejects.toThrow("ENOENT");
  // Two processes at once end up with one key.
  const [a, b] = await Promise.all([
    seal(sealing, "erp", { password: "one" }),
    seal(createSealing({ dataDir }), "erp", { password: "two" }),
  ]);
  const later = createSealing({ dataDir });
  expect(await later.open("erp", a)).toEqual({ ok: true, secrets: { password: "one" } });
  expect(await later.open("erp", b)).toEqual({ ok: true, secrets: { password: "two" } });
  expect((await stat(join(dataDir, "secret.key"))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(dataDir, "secret.key"), "utf8")).toMatch(/^[\w+/]{43}=\n$/);
});

test("a key file that is missing or too short is named, and read again once it is right", async () => {
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
  expect(folder).toEqual({ ok: false, reason: expect.stringMatching(/\(EISDIR\); .*\.$/) });
});

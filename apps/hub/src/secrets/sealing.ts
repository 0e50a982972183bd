import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes as nodeRandomBytes,
  scryptSync,
} from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { shortestPassphrase } from "../settings/setting-values.ts";
import type { SealedSecrets } from "../store/forwarding.ts";
import { readIfThere, writeWholeFile } from "../tls/whole-file.ts";

/**
 * Seals the secrets of destinations for the store and opens them again, with AES-256-GCM. A sealed value belongs to
 * its destination and its field: put elsewhere it does not open. The key is read, or made, when it is first needed.
 * What cannot be done is one sentence; no value is ever part of it.
 */
export type Sealing = {
  /** `destination` is its name. */
  seal(
    destination: string,
    secrets: Readonly<Record<string, string>>,
  ): Promise<{ ok: true; sealed: SealedSecrets } | { ok: false; reason: string }>;
  open(
    destination: string,
    sealed: SealedSecrets,
  ): Promise<{ ok: true; secrets: Record<string, string> } | { ok: false; reason: string }>;
};

/**
 * `secretKey` is 32 bytes in hexadecimal or Base64, or a passphrase; `secretKeyFile` holds the same. Without both it is
 * `secret.key` in the data folder, made at first need and readable by nobody else.
 */
export function createSealing(parts: {
  dataDir: string;
  secretKey?: string;
  secretKeyFile?: string;
  randomBytes?: (size: number) => Buffer;
}): Sealing {
  const { randomBytes = nodeRandomBytes } = parts;
  let found: Promise<Key> | undefined;
  const key = async () => {
    found ??= findKey(parts, randomBytes);
    const known = await found;
    // A file that is put right later is read again.
    if (!known.ok) found = undefined;
    return known;
  };
  return {
    async seal(destination, secrets) {
      const names = Object.entries(secrets);
      if (names.length === 0) return { ok: true, sealed: {} };
      const known = await key();
      if (!known.ok) return known;
      const sealed = names.map(([field, value]) => {
        const nonce = randomBytes(12);
        const cipher = createCipheriv("aes-256-gcm", known.bytes, nonce);
        cipher.setAAD(place(destination, field));
        const body = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
        const all = Buffer.concat([nonce, body, cipher.getAuthTag()]);
        return [field, `1.${known.id}.${all.toString("base64url")}`];
      });
      return { ok: true, sealed: Object.fromEntries(sealed) };
    },
    async open(destination, sealed) {
      const names = Object.entries(sealed);
      if (names.length === 0) return { ok: true, secrets: {} };
      const known = await key();
      if (!known.ok) return known;
      const secrets: [string, string][] = [];
      for (const [field, text] of names) {
        const opened = openOne(text, known, place(destination, field));
        if (opened.ok) secrets.push([field, opened.value]);
        else {
          const what = `The secret ${field} of the destination ${destination}`;
          return { ok: false, reason: `${what} ${opened.why}` };
        }
      }
      return { ok: true, secrets: Object.fromEntries(secrets) };
    },
  };
}

type Key = { ok: true; bytes: Buffer; id: string } | { ok: false; reason: string };

async function findKey(
  parts: { dataDir: string; secretKey?: string; secretKeyFile?: string },
  randomBytes: (size: number) => Buffer,
): Promise<Key> {
  if (parts.secretKey !== undefined) return toKey(parts.secretKey);
  const path = parts.secretKeyFile ?? join(parts.dataDir, "secret.key");
  try {
    const text = (await readIfThere(path)) ?? (parts.secretKeyFile ? "" : await make(path));
    if (text.trim().length >= shortestPassphrase) return toKey(text.trim());
    return {
      ok: false,
      reason: `${path} must hold the key of the secrets (32 bytes in hex or base64, or a passphrase of ${shortestPassphrase} characters or more); put it there.`,
    };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown";
    return {
      ok: false,
      reason: `The key of the secrets cannot be read or made at ${path} (${code}); check its rights.`,
    };
  }

  async function make(file: string): Promise<string> {
    await mkdir(dirname(file), { recursive: true });
    const made = `${randomBytes(32).toString("base64")}\n`;
    // Another process may make one at the same moment: the first stays.
    await writeWholeFile(file, made, { mode: 0o600, keep: true });
    await chmod(file, 0o600);
    return (await readIfThere(file)) ?? made;
  }
}

function toKey(text: string): Key {
  const bytes = toBytes(text) ?? scryptSync(text.normalize("NFC"), salt, 32, cost);
  // Tells a wrong key from a damaged value, and tells nothing about the key.
  const id = createHash("sha256").update("scanhook key\n").update(bytes).digest("base64url");
  return { ok: true, bytes, id: id.slice(0, 8) };
}

// Every node has to get the same key from the same passphrase, so the salt cannot be random.
const salt = "scanhook secrets of destinations";
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 256 * 2 ** 16 * 8 };

function toBytes(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (/^[\w+/-]{43}=?$/.test(text)) return Buffer.from(text, "base64");
  return undefined;
}

function openOne(
  text: string,
  key: Extract<Key, { ok: true }>,
  aad: Buffer,
): { ok: true; value: string } | { ok: false; why: string } {
  const [, id, encoded] = /^1\.([\w-]{8})\.([\w-]+)$/.exec(text) ?? [];
  const all = Buffer.from(encoded ?? "", "base64url");
  if (id !== undefined && id !== key.id) return { ok: false, why: otherKey };
  if (all.length < 28) return { ok: false, why: damaged };
  const decipher = createDecipheriv("aes-256-gcm", key.bytes, all.subarray(0, 12));
  decipher.setAAD(aad);
  decipher.setAuthTag(all.subarray(-16));
  try {
    const value = Buffer.concat([decipher.update(all.subarray(12, -16)), decipher.final()]);
    return { ok: true, value: value.toString("utf8") };
  } catch {
    return { ok: false, why: damaged };
  }
}

const otherKey =
  "was sealed with another key; give this hub the key it was sealed with (--secret-key, --secret-key-file or secret.key in the data folder, the same for every node), or enter the secret again.";
const damaged = "cannot be opened because it is damaged in the store; enter it again.";

function place(destination: string, field: string): Buffer {
  return Buffer.from(JSON.stringify([destination, field]));
}

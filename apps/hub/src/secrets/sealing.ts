import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes as nodeRandomBytes,
  scryptSync,
} from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readFileIfExists, writeFileAtomically } from "../files/atomic-file.ts";
import { minPassphraseLength } from "../settings/setting-values.ts";
import type { SealedSecrets } from "../store/routing.ts";
import { say } from "../texts/exact-message.ts";

/**
 * Seals the secrets of destinations, people and registers for the store, and opens them again, with
 * AES-256-GCM (NIST SP 800-38D). A sealed value is bound to its owner and field, and does not open
 * elsewhere. The key is read or created when it is first needed. A failure returns one sentence as
 * its reason, which never contains a secret.
 */
export type Sealing = {
  /**
   * Seals secrets, given by their fields. `owner` is the name of a destination, or what is the name
   * of no destination: `person 5` with the id of a person, or `register gala`.
   */
  seal(
    owner: string,
    secrets: Readonly<Record<string, string>>,
  ): Promise<{ ok: true; sealed: SealedSecrets } | { ok: false; reason: string }>;
  /** `title` says in the reason of a failure whose secret it is. */
  open(
    owner: string,
    sealed: SealedSecrets,
    title?: string,
  ): Promise<{ ok: true; secrets: Record<string, string> } | { ok: false; reason: string }>;
  /**
   * Returns a key of 32 bytes for another purpose (HKDF, RFC 5869); undefined if the key cannot be
   * read or created.
   */
  deriveKey(purpose: string): Promise<Buffer | undefined>;
};

/**
 * Creates a sealing with a key. `secretKey` is 32 bytes in hexadecimal or Base64, or a passphrase,
 * and `secretKeyFile` names a file with the same. Without either, the key is in `secret.key` in the
 * data folder, which is created when it is first needed and which only this user can read.
 */
export function createSealing(parts: {
  dataDir: string;
  secretKey?: string | undefined;
  secretKeyFile?: string | undefined;
  randomBytes?: (size: number) => Buffer;
}): Sealing {
  const { randomBytes = nodeRandomBytes } = parts;
  let keyLookup: Promise<Key> | undefined;
  const getKey = async () => {
    keyLookup ??= findKey(parts, randomBytes);
    const key = await keyLookup;
    // A failure is not cached, so that a corrected file is read again.
    if (!key.ok) keyLookup = undefined;
    return key;
  };
  return {
    async seal(owner, secrets) {
      const entries = Object.entries(secrets);
      if (entries.length === 0) return { ok: true, sealed: {} };
      const key = await getKey();
      if (!key.ok) return key;
      const sealed = entries.map(([field, value]) => {
        const nonce = randomBytes(12);
        const cipher = createCipheriv("aes-256-gcm", key.bytes, nonce);
        cipher.setAAD(toAssociatedData(owner, field));
        const body = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
        const sealedBytes = Buffer.concat([nonce, body, cipher.getAuthTag()]);
        return [field, `1.${key.id}.${sealedBytes.toString("base64url")}`];
      });
      return { ok: true, sealed: Object.fromEntries(sealed) };
    },
    async open(owner, sealed, title = `the destination ${owner}`) {
      const entries = Object.entries(sealed);
      if (entries.length === 0) return { ok: true, secrets: {} };
      const key = await getKey();
      if (!key.ok) return key;
      const secrets: [string, string][] = [];
      for (const [field, text] of entries) {
        const opened = openValue(text, key, toAssociatedData(owner, field));
        if (opened.ok) secrets.push([field, opened.value]);
        else return { ok: false, reason: `The secret ${field} of ${title} ${opened.why}` };
      }
      return { ok: true, secrets: Object.fromEntries(secrets) };
    },
    async deriveKey(purpose) {
      const key = await getKey();
      return key.ok ? Buffer.from(hkdfSync("sha256", key.bytes, "", purpose, 32)) : undefined;
    },
  };
}

type Key = { ok: true; bytes: Buffer; id: string } | { ok: false; reason: string };

async function findKey(
  parts: Omit<Parameters<typeof createSealing>[0], "randomBytes">,
  randomBytes: (size: number) => Buffer,
): Promise<Key> {
  if (parts.secretKey !== undefined) return toKey(parts.secretKey);
  const path = parts.secretKeyFile ?? join(parts.dataDir, "secret.key");
  try {
    const text =
      (await readFileIfExists(path)) ?? (parts.secretKeyFile ? "" : await createKeyFile(path));
    if (text.trim().length >= minPassphraseLength) return toKey(text.trim());
    return {
      ok: false,
      reason: say("secret-key-wrong", { path, count: minPassphraseLength }),
    };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown";
    return {
      ok: false,
      reason: say("secret-key-unreadable", { path, code }),
    };
  }

  async function createKeyFile(file: string): Promise<string> {
    await mkdir(dirname(file), { recursive: true });
    const created = `${randomBytes(32).toString("base64")}\n`;
    // If another process creates the file at the same moment, the first one stays.
    await writeFileAtomically(file, created, { mode: 0o600, keep: true });
    await chmod(file, 0o600);
    return (await readFileIfExists(file)) ?? created;
  }
}

function toKey(text: string): Key {
  const bytes = toBytes(text) ?? scryptSync(text.normalize("NFC"), salt, 32, scryptCost);
  // The id distinguishes a wrong key from a damaged value, and reveals nothing about the key.
  const id = createHash("sha256").update("scanhook key\n").update(bytes).digest("base64url");
  return { ok: true, bytes, id: id.slice(0, 8) };
}

// Every node must derive the same key from the same passphrase, so the salt cannot be random.
const salt = "scanhook secrets of destinations";
const scryptCost = { N: 2 ** 16, r: 8, p: 1, maxmem: 256 * 2 ** 16 * 8 };

function toBytes(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (/^[\w+/-]{43}=?$/.test(text)) return Buffer.from(text, "base64");
  return undefined;
}

function openValue(
  text: string,
  key: Extract<Key, { ok: true }>,
  associatedData: Buffer,
): { ok: true; value: string } | { ok: false; why: string } {
  const [, id, encoded] = /^1\.([\w-]{8})\.([\w-]+)$/.exec(text) ?? [];
  const sealedBytes = Buffer.from(encoded ?? "", "base64url");
  if (id !== undefined && id !== key.id) return { ok: false, why: otherKey };
  if (sealedBytes.length < 28) return { ok: false, why: damaged };
  const decipher = createDecipheriv("aes-256-gcm", key.bytes, sealedBytes.subarray(0, 12));
  decipher.setAAD(associatedData);
  decipher.setAuthTag(sealedBytes.subarray(-16));
  try {
    const body = sealedBytes.subarray(12, -16);
    const value = Buffer.concat([decipher.update(body), decipher.final()]);
    return { ok: true, value: value.toString("utf8") };
  } catch {
    return { ok: false, why: damaged };
  }
}

const otherKey =
  "was sealed with another key. Start the hub with the key it was sealed with (--secret-key, --secret-key-file or secret.key in the data folder, the same for every node), or enter the secret again.";
const damaged = "cannot be opened because it is damaged in the store. Enter it again.";

/** Returns the associated data that binds a sealed value to its owner and field. */
function toAssociatedData(owner: string, field: string): Buffer {
  return Buffer.from(JSON.stringify([owner, field]));
}

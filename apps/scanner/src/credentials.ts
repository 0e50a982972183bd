import { inStore } from "./database.ts";
import { firstJobId, type Job } from "./jobs/job.ts";

/**
 * The password of a job, encrypted with an AES-GCM key that WebCrypto does not export, so that a
 * copy of the stored data does not reveal the password. The password is bound to the origin of its
 * receiver, so that a change of the address never sends it elsewhere.
 */
type StoredPassword = { origin: string; iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer };

const probeName = "probe";

/** The names of a job's password and its key in the store. The first job has those of old. */
function toNames(id: string): { passwordName: string; keyName: string } {
  const suffix = id === firstJobId ? "" : ` ${id}`;
  return { passwordName: `password${suffix}`, keyName: `password-key${suffix}` };
}

/** Stores the password for the receiver of a job. An empty one deletes the stored password. */
export async function savePassword(
  { id, url }: Pick<Job, "id" | "url">,
  password: string,
): Promise<void> {
  if (password === "") return forgetPassword(id);
  const { origin } = new URL(url);
  const { passwordName, keyName } = toNames(id);
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: encode(origin) },
    key,
    encode(password),
  );
  const stored: StoredPassword = { origin, iv, sealed };
  await inStore("secrets", "readwrite", (store) => {
    store.put(key, keyName);
    return store.put(stored, passwordName);
  });
}

/**
 * Returns whether the browser lets this page store a password, which some private windows do not.
 */
export async function canStorePassword(): Promise<boolean> {
  try {
    await inStore("secrets", "readwrite", (store) => {
      store.put(true, probeName);
      return store.delete(probeName);
    });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the password of a job for the origin of its receiver; undefined if there is none or it
 * can no longer be decrypted.
 */
export async function readPassword({
  id,
  url,
}: Pick<Job, "id" | "url">): Promise<string | undefined> {
  try {
    const stored = await readStored(id);
    if (!stored || stored.origin !== URL.parse(url)?.origin) return undefined;
    const { keyName } = toNames(id);
    const key = await inStore<CryptoKey>("secrets", "readonly", (store) => store.get(keyName));
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: stored.iv, additionalData: encode(stored.origin) },
      key,
      stored.sealed,
    );
    return new TextDecoder().decode(plain);
  } catch {
    return undefined;
  }
}

/** Returns the origin that a job's stored password belongs to; undefined if none is stored. */
export async function readPasswordOrigin(id: string): Promise<string | undefined> {
  try {
    return (await readStored(id))?.origin;
  } catch {
    return undefined;
  }
}

/** Deletes the stored password of a job and its key. */
export async function forgetPassword(id: string): Promise<void> {
  const { passwordName, keyName } = toNames(id);
  await inStore("secrets", "readwrite", (store) => {
    store.delete(keyName);
    return store.delete(passwordName);
  });
}

function readStored(id: string): Promise<StoredPassword | undefined> {
  return inStore<StoredPassword | undefined>("secrets", "readonly", (store) =>
    store.get(toNames(id).passwordName),
  );
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

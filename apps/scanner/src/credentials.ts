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
  await seal(toNames(id), password, new URL(url).origin);
}

/** The names of the users of all jobs in the store, which are sealed as one text. */
const userNames = { passwordName: "users", keyName: "users-key" };

/** Stores the users of the jobs by their ids, and replaces all that were stored. */
export async function saveUsers(users: Readonly<Record<string, string>>): Promise<void> {
  await seal(userNames, JSON.stringify(users), location.origin);
}

/** Returns the users of the jobs by their ids; none if they cannot be read. */
export async function readUsers(): Promise<Record<string, string>> {
  const text = await unseal(userNames, location.origin).catch(() => undefined);
  return text === undefined ? {} : JSON.parse(text);
}

/** Encrypts a text with a new key, bound to an origin, and stores both. */
async function seal(
  { passwordName, keyName }: ReturnType<typeof toNames>,
  text: string,
  origin: string,
): Promise<void> {
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: encode(origin) },
    key,
    encode(text),
  );
  const stored: StoredPassword = { origin, iv, sealed };
  await inStore("secrets", "readwrite", (store) => {
    store.put(key, keyName);
    return store.put(stored, passwordName);
  });
}

/** Returns a stored text; undefined if there is none for this origin. */
async function unseal(
  { passwordName, keyName }: ReturnType<typeof toNames>,
  origin: string | undefined,
): Promise<string | undefined> {
  const stored = await readSealed(passwordName);
  if (!stored || stored.origin !== origin) return undefined;
  const key = await inStore<CryptoKey>("secrets", "readonly", (store) => store.get(keyName));
  const plain = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: stored.iv, additionalData: encode(stored.origin) },
    key,
    stored.sealed,
  );
  return new TextDecoder().decode(plain);
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
    return await unseal(toNames(id), URL.parse(url)?.origin);
  } catch {
    return undefined;
  }
}

/** Returns the origin that a job's stored password belongs to; undefined if none is stored. */
export async function readPasswordOrigin(id: string): Promise<string | undefined> {
  try {
    return (await readSealed(toNames(id).passwordName))?.origin;
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

function readSealed(name: string): Promise<StoredPassword | undefined> {
  return inStore<StoredPassword | undefined>("secrets", "readonly", (store) => store.get(name));
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

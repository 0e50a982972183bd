import { inStore } from "./database.ts";

/**
 * The password, encrypted with an AES-GCM key that WebCrypto does not export, so that a copy of the
 * stored data does not reveal the password. The password is bound to the origin of its receiver, so
 * that a change of the address never sends it elsewhere.
 */
type StoredPassword = { origin: string; iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer };

const passwordName = "password";
const keyName = "password-key";
const probeName = "probe";

/** Stores the password for this receiver. An empty one deletes the stored password. */
export async function savePassword(receiverUrl: string, password: string): Promise<void> {
  if (password === "") return forgetPassword();
  const { origin } = new URL(receiverUrl);
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
 * Returns the password for this receiver's origin; undefined if there is none or it can no longer
 * be decrypted.
 */
export async function readPassword(receiverUrl: string): Promise<string | undefined> {
  try {
    const stored = await readStored();
    if (!stored || stored.origin !== URL.parse(receiverUrl)?.origin) return undefined;
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

/** Returns the origin whose password is stored; undefined if none is. */
export async function readPasswordOrigin(): Promise<string | undefined> {
  try {
    return (await readStored())?.origin;
  } catch {
    return undefined;
  }
}

/** Deletes the stored password and its key. */
export async function forgetPassword(): Promise<void> {
  await inStore("secrets", "readwrite", (store) => store.clear());
}

function readStored(): Promise<StoredPassword | undefined> {
  return inStore<StoredPassword | undefined>("secrets", "readonly", (store) =>
    store.get(passwordName),
  );
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

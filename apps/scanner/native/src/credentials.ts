import {
  KeychainAccess,
  SecureStorage,
  type SecureStoragePlugin,
} from "@aparajita/capacitor-secure-storage";

/**
 * The password in the Keychain or the Keystore, with the origin of the receiver that it was typed
 * for.
 */
type StoredPassword = { origin: string; password: string };

const storageKey = "receiver-password";

/**
 * Returns the functions of ../../src/credentials.ts on the secure store of the system.
 */
export function createCredentials(storage: Pick<SecureStoragePlugin, "get" | "set" | "remove">) {
  const readStored = async (): Promise<StoredPassword | undefined> => {
    const value = await storage.get(storageKey, false, false).catch(() => null);
    if (typeof value !== "object" || value === null) return undefined;
    const { origin, password } = value as Record<string, unknown>;
    if (typeof origin !== "string" || typeof password !== "string") return undefined;
    return { origin, password };
  };
  const forgetPassword = async () => {
    await storage.remove(storageKey, false);
  };

  return {
    /** Stores the password for a receiver; deletes the stored one if `password` is empty. */
    async savePassword(receiverUrl: string, password: string): Promise<void> {
      if (password === "") return forgetPassword();
      const value: StoredPassword = { origin: new URL(receiverUrl).origin, password };
      // The password must not get into a backup or onto another device.
      await storage.set(storageKey, value, false, false, KeychainAccess.whenUnlockedThisDeviceOnly);
    },
    /** Returns whether the secure store of the system can be written. */
    async canStorePassword(): Promise<boolean> {
      try {
        await storage.set(`${storageKey}-probe`, true, false, false);
        await storage.remove(`${storageKey}-probe`, false);
        return true;
      } catch {
        return false;
      }
    },
    /**
     * Returns the password that is stored for the origin of a receiver; undefined if there is none
     * or it cannot be read.
     */
    async readPassword(receiverUrl: string): Promise<string | undefined> {
      const stored = await readStored();
      return stored && stored.origin === URL.parse(receiverUrl)?.origin
        ? stored.password
        : undefined;
    },
    /** Returns the origin of the stored password; undefined if there is none. */
    async readPasswordOrigin(): Promise<string | undefined> {
      return (await readStored())?.origin;
    },
    forgetPassword,
  };
}

export const { savePassword, canStorePassword, readPassword, readPasswordOrigin, forgetPassword } =
  createCredentials(SecureStorage);

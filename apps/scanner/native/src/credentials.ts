import {
  KeychainAccess,
  SecureStorage,
  type SecureStoragePlugin,
} from "@aparajita/capacitor-secure-storage";

/**
 * The password as the Keychain or the Keystore keeps it, with the origin of the receiver it was
 * typed for.
 */
type StoredPassword = { origin: string; password: string };

const key = "receiver-password";

/**
 * Returns the same functions as ../../src/credentials.ts, which use the secure store of the system.
 */
export function createCredentials(storage: Pick<SecureStoragePlugin, "get" | "set" | "remove">) {
  const readStored = async (): Promise<StoredPassword | undefined> => {
    const value = await storage.get(key, false, false).catch(() => null);
    if (typeof value !== "object" || value === null) return undefined;
    const { origin, password } = value as Record<string, unknown>;
    if (typeof origin !== "string" || typeof password !== "string") return undefined;
    return { origin, password };
  };
  const forgetPassword = async () => {
    await storage.remove(key, false);
  };

  return {
    /** Keeps the password for this receiver; an empty one forgets it. */
    async savePassword(receiverUrl: string, password: string): Promise<void> {
      if (password === "") return forgetPassword();
      const value: StoredPassword = { origin: new URL(receiverUrl).origin, password };
      // The password must not get into a backup or onto another device.
      await storage.set(key, value, false, false, KeychainAccess.whenUnlockedThisDeviceOnly);
    },
    /** Returns whether the secure store of the system can be written. */
    async canStorePassword(): Promise<boolean> {
      try {
        await storage.set(`${key}-probe`, true, false, false);
        await storage.remove(`${key}-probe`, false);
        return true;
      } catch {
        return false;
      }
    },
    /**
     * The password kept for this receiver's origin; undefined when there is none, or it cannot be
     * read.
     */
    async readPassword(receiverUrl: string): Promise<string | undefined> {
      const stored = await readStored();
      return stored && stored.origin === URL.parse(receiverUrl)?.origin
        ? stored.password
        : undefined;
    },
    /** The origin a password is kept for, if one is. */
    async readPasswordOrigin(): Promise<string | undefined> {
      return (await readStored())?.origin;
    },
    forgetPassword,
  };
}

export const { savePassword, canStorePassword, readPassword, readPasswordOrigin, forgetPassword } =
  createCredentials(SecureStorage);

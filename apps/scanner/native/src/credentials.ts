import {
  KeychainAccess,
  SecureStorage,
  type SecureStoragePlugin,
} from "@aparajita/capacitor-secure-storage";

/** The password as the Keychain or the Keystore keeps it, with the origin of the receiver it was typed for. */
type Stored = { origin: string; password: string };

const key = "receiver-password";

/** The same four as ../../src/credentials.ts, over the system's own store. */
export function createCredentials(storage: Pick<SecureStoragePlugin, "get" | "set" | "remove">) {
  const stored = async (): Promise<Stored | undefined> => {
    const value = await storage.get(key, false, false).catch(() => null);
    if (typeof value !== "object" || value === null) return undefined;
    const { origin, password } = value as Record<string, unknown>;
    if (typeof origin !== "string" || typeof password !== "string") return undefined;
    return { origin, password };
  };
  const forget = async () => {
    await storage.remove(key, false);
  };

  return {
    /** Keeps the password for this receiver; an empty one forgets it. */
    async savePassword(receiverUrl: string, password: string): Promise<void> {
      if (password === "") return forget();
      const value: Stored = { origin: new URL(receiverUrl).origin, password };
      // Never in a backup, never on another device.
      await storage.set(key, value, false, false, KeychainAccess.whenUnlockedThisDeviceOnly);
    },
    /** The password kept for this receiver's origin; undefined when there is none, or it cannot be read. */
    async readPassword(receiverUrl: string): Promise<string | undefined> {
      const found = await stored();
      return found && found.origin === URL.parse(receiverUrl)?.origin ? found.password : undefined;
    },
    /** The origin a password is kept for, if one is. */
    async passwordOrigin(): Promise<string | undefined> {
      return (await stored())?.origin;
    },
    forgetPassword: forget,
  };
}

export const { savePassword, readPassword, passwordOrigin, forgetPassword } =
  createCredentials(SecureStorage);

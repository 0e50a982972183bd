import {
  KeychainAccess,
  SecureStorage,
  type SecureStoragePlugin,
} from "@aparajita/capacitor-secure-storage";
import { firstJobId, type Job } from "../../src/jobs/job.ts";

/**
 * The password of a job in the Keychain or the Keystore, with the origin of the receiver that it
 * was typed for.
 */
type StoredPassword = { origin: string; password: string };

const storageKey = "receiver-password";
const usersKey = "receiver-users";

/** Returns the key of a job's password. The first job has that of old. */
const toKey = (id: string) => (id === firstJobId ? storageKey : `${storageKey}-${id}`);

/**
 * Returns the functions of ../../src/credentials.ts on the secure store of the system.
 */
export function createCredentials(storage: Pick<SecureStoragePlugin, "get" | "set" | "remove">) {
  const readStored = async (id: string): Promise<StoredPassword | undefined> => {
    const value = await storage.get(toKey(id), false, false).catch(() => null);
    if (typeof value !== "object" || value === null) return undefined;
    const { origin, password } = value as Record<string, unknown>;
    if (typeof origin !== "string" || typeof password !== "string") return undefined;
    return { origin, password };
  };
  const forgetPassword = async (id: string) => {
    await storage.remove(toKey(id), false);
  };

  return {
    /** Stores the password of a job; deletes the stored one if `password` is empty. */
    async savePassword({ id, url }: Pick<Job, "id" | "url">, password: string): Promise<void> {
      if (password === "") return forgetPassword(id);
      const value: StoredPassword = { origin: new URL(url).origin, password };
      // The password must not get into a backup or onto another device.
      await storage.set(toKey(id), value, false, false, KeychainAccess.whenUnlockedThisDeviceOnly);
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
     * Returns the password that is stored for a job and the origin of its receiver; undefined if
     * there is none or it cannot be read.
     */
    async readPassword({ id, url }: Pick<Job, "id" | "url">): Promise<string | undefined> {
      const stored = await readStored(id);
      return stored && stored.origin === URL.parse(url)?.origin ? stored.password : undefined;
    },
    /** Returns the origin of a job's stored password; undefined if there is none. */
    async readPasswordOrigin(id: string): Promise<string | undefined> {
      return (await readStored(id))?.origin;
    },
    /** Stores the users of the jobs by their ids, and replaces all that were stored. */
    async saveUsers(users: Readonly<Record<string, string>>): Promise<void> {
      const access = KeychainAccess.whenUnlockedThisDeviceOnly;
      await storage.set(usersKey, { ...users }, false, false, access);
    },
    /** Returns the users of the jobs by their ids; none if they cannot be read. */
    async readUsers(): Promise<Record<string, string>> {
      const value = await storage.get(usersKey, false, false).catch(() => null);
      const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
      return Object.fromEntries(
        entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
      );
    },
    /** Deletes the stored password of a job. */
    forgetPassword,
  };
}

export const {
  savePassword,
  saveUsers,
  canStorePassword,
  readPassword,
  readPasswordOrigin,
  readUsers,
  forgetPassword,
} = createCredentials(SecureStorage);

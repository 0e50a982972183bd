import {
  type DataType,
  KeychainAccess,
  type SecureStoragePlugin,
} from "@aparajita/capacitor-secure-storage";
import { expect, test } from "vitest";
import { createCredentials } from "./credentials.ts";

function setUp() {
  const stored = new Map<string, DataType>();
  const calls: unknown[][] = [];
  const storage: Pick<SecureStoragePlugin, "get" | "set" | "remove"> = {
    async get(key) {
      return stored.get(key) ?? null;
    },
    async set(key, value, ...options) {
      calls.push(["set", key, value, ...options]);
      stored.set(key, JSON.parse(JSON.stringify(value)));
    },
    async remove(key, ...options) {
      calls.push(["remove", key, ...options]);
      return stored.delete(key);
    },
  };
  return { stored, calls, ...createCredentials(storage) };
}

test("the password stays on this device, and is returned only for the origin it was typed for", async () => {
  const { savePassword, readPassword, readPasswordOrigin, calls } = setUp();
  await savePassword("https://hub.example/in/scans", "geheimß!");
  expect(calls).toEqual([
    [
      "set",
      "receiver-password",
      { origin: "https://hub.example", password: "geheimß!" },
      false,
      false,
      KeychainAccess.whenUnlockedThisDeviceOnly,
    ],
  ]);
  expect(await readPassword("https://hub.example/in/other")).toBe("geheimß!");
  expect(await readPassword("https://else.example/in/scans")).toBeUndefined();
  expect(await readPassword("no address")).toBeUndefined();
  expect(await readPasswordOrigin()).toBe("https://hub.example");
});

test("saving an empty password deletes the stored one, as does forgetPassword", async () => {
  const { savePassword, forgetPassword, readPassword, readPasswordOrigin, stored } = setUp();
  const url = "https://hub.example/in/scans";
  await savePassword(url, "one");
  await savePassword(url, "");
  expect(stored.size).toBe(0);
  await savePassword(url, "two");
  await forgetPassword();
  expect(await readPassword(url)).toBeUndefined();
  expect(await readPasswordOrigin()).toBeUndefined();
});

test("tells whether the store can be written, and leaves nothing in it", async () => {
  const { canStorePassword, stored } = setUp();
  expect(await canStorePassword()).toBe(true);
  expect(stored.size).toBe(0);
  const locked = {
    get: async () => null,
    set: () => Promise.reject(new Error("osError")),
    remove: async () => true,
  };
  expect(await createCredentials(locked).canStorePassword()).toBe(false);
});

test("returns no password if the store fails or holds something else", async () => {
  const broken = {
    get: () => Promise.reject(new Error("osError")),
    set: async () => {},
    remove: async () => true,
  };
  expect(await createCredentials(broken).readPassword("https://hub.example/")).toBeUndefined();
  const { stored, readPassword } = setUp();
  stored.set("receiver-password", "strange");
  expect(await readPassword("https://hub.example/")).toBeUndefined();
});

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
  await savePassword({ id: "first", url: "https://hub.example/in/scans" }, "geheimß!");
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
  const read = (url: string) => readPassword({ id: "first", url });
  expect(await read("https://hub.example/in/other")).toBe("geheimß!");
  expect(await read("https://else.example/in/scans")).toBeUndefined();
  expect(await read("no address")).toBeUndefined();
  expect(await readPasswordOrigin("first")).toBe("https://hub.example");
});

test("the password that an earlier version stored is that of the first job only", async () => {
  const { readPassword, stored } = setUp();
  stored.set("receiver-password", { origin: "https://hub.example", password: "old" });
  const url = "https://hub.example/in/scans";
  expect(await readPassword({ id: "first", url })).toBe("old");
  expect(await readPassword({ id: "b", url })).toBeUndefined();
});

test("jobs of one hub have a password each, and one is forgotten without the others", async () => {
  const { savePassword, forgetPassword, readPassword } = setUp();
  const door = { id: "first", url: "https://hub.example/in/door" };
  const storeroom = { id: "b", url: "https://hub.example/in/storeroom" };
  await savePassword(door, "one");
  await savePassword(storeroom, "two");
  expect([await readPassword(door), await readPassword(storeroom)]).toEqual(["one", "two"]);
  await forgetPassword("first");
  expect([await readPassword(door), await readPassword(storeroom)]).toEqual([undefined, "two"]);
});

test("saving an empty password deletes the stored one, as does forgetPassword", async () => {
  const { savePassword, forgetPassword, readPassword, readPasswordOrigin, stored } = setUp();
  const job = { id: "b", url: "https://hub.example/in/scans" };
  await savePassword(job, "one");
  await savePassword(job, "");
  expect(stored.size).toBe(0);
  await savePassword(job, "two");
  await forgetPassword("b");
  expect(await readPassword(job)).toBeUndefined();
  expect(await readPasswordOrigin("b")).toBeUndefined();
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
  const job = { id: "first", url: "https://hub.example/" };
  expect(await createCredentials(broken).readPassword(job)).toBeUndefined();
  const { stored, readPassword } = setUp();
  stored.set("receiver-password", "strange");
  expect(await readPassword(job)).toBeUndefined();
});

test("the users of all jobs stay on this device, too, and are replaced as a whole", async () => {
  const { saveUsers, readUsers, calls } = setUp();
  expect(await readUsers()).toEqual({});
  await saveUsers({ first: "scans-1", b: "scans-2" });
  const access = KeychainAccess.whenUnlockedThisDeviceOnly;
  const users = { first: "scans-1", b: "scans-2" };
  expect(calls).toEqual([["set", "receiver-users", users, false, false, access]]);
  expect(await readUsers()).toEqual(users);
  await saveUsers({ b: "scans-3" });
  expect(await readUsers()).toEqual({ b: "scans-3" });
});

test("returns no users if the store fails or holds something else", async () => {
  const broken = {
    get: () => Promise.reject(new Error("osError")),
    set: async () => {},
    remove: async () => true,
  };
  expect(await createCredentials(broken).readUsers()).toEqual({});
  const { stored, readUsers } = setUp();
  stored.set("receiver-users", { first: 5, b: "scans-2" });
  expect(await readUsers()).toEqual({ b: "scans-2" });
});

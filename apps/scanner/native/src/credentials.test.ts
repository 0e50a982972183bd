import {
  type DataType,
  KeychainAccess,
  type SecureStoragePlugin,
} from "@aparajita/capacitor-secure-storage";
import { expect, test } from "vitest";
import { createCredentials } from "./credentials.ts";

function setUp() {
  const kept = new Map<string, DataType>();
  const calls: unknown[][] = [];
  const storage: Pick<SecureStoragePlugin, "get" | "set" | "remove"> = {
    async get(...call) {
      return kept.get(call[0]) ?? null;
    },
    async set(...call) {
      calls.push(["set", ...call]);
      kept.set(call[0], JSON.parse(JSON.stringify(call[1])));
    },
    async remove(...call) {
      calls.push(["remove", ...call]);
      return kept.delete(call[0]);
    },
  };
  return { kept, calls, ...createCredentials(storage) };
}

test("the password stays on this device, and goes to the origin it was typed for only", async () => {
  const { savePassword, readPassword, passwordOrigin, calls } = setUp();
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
  expect(await passwordOrigin()).toBe("https://hub.example");
});

test("an empty password forgets it, and so does forgetting", async () => {
  const { savePassword, forgetPassword, readPassword, passwordOrigin, kept } = setUp();
  const url = "https://hub.example/in/scans";
  await savePassword(url, "one");
  await savePassword(url, "");
  expect(kept.size).toBe(0);
  await savePassword(url, "two");
  await forgetPassword();
  expect(await readPassword(url)).toBeUndefined();
  expect(await passwordOrigin()).toBeUndefined();
});

test("what cannot be read is as if there were none", async () => {
  const broken = {
    get: () => Promise.reject(new Error("osError")),
    set: async () => {},
    remove: async () => true,
  };
  expect(await createCredentials(broken).readPassword("https://hub.example/")).toBeUndefined();
  const { kept, readPassword } = setUp();
  kept.set("receiver-password", "strange");
  expect(await readPassword("https://hub.example/")).toBeUndefined();
});

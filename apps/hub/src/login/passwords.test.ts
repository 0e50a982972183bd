import { scryptSync } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { createLoginMemory, createSharedWork, hashPassword, verifyPassword } from "./passwords.ts";

vi.unmock("./passwords.ts");

describe("a password hash", () => {
  it("uses scrypt, the PHC string format and a new salt each time", async () => {
    const [hash, otherHash] = [await hashPassword("geheim"), await hashPassword("geheim")];
    expect(hash).not.toBe(otherHash);
    const [, scheme, cost, salt, key] = hash.split("$");
    expect([scheme, cost]).toStrictEqual(["scrypt", "ln=15,r=8,p=3"]);
    const options = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 27 };
    const expected = scryptSync("geheim", Buffer.from(salt!, "base64"), 32, options);
    expect(Buffer.from(key!, "base64")).toStrictEqual(expected);
  });

  it("matches its password in either Unicode form, and no other password", async () => {
    const hash = await hashPassword("Zürich");
    expect(await verifyPassword("Zu\u0308rich", hash)).toBe(true);
    expect(await verifyPassword("zürich", hash)).toBe(false);
    expect(await verifyPassword("", hash)).toBe(false);
  });

  it("matches no password if it is missing or damaged", async () => {
    for (const hash of [
      undefined,
      "",
      "plain",
      "$scrypt$ln=99,r=8,p=1$AAAA$AAAA",
      "$scrypt$ln=15,r=8,p=3$$",
    ]) {
      expect(await verifyPassword("", hash)).toBe(false);
    }
  });
});

describe("the memory of logins", () => {
  const login = { user: "phone", passwordHash: "hash" };

  it("recalls a header only for its own inbox", () => {
    const memory = createLoginMemory();
    memory.remember("a", "Basic x", login);
    expect(memory.recall("a", "Basic x")).toStrictEqual(login);
    expect(memory.recall("b", "Basic x")).toBeUndefined();
    expect(memory.recall("a", "Basic y")).toBeUndefined();
  });

  it("recalls a header that was remembered for an address only for that address", () => {
    const memory = createLoginMemory();
    memory.remember("a", "Basic x", login, "10.0.0.1");
    expect(memory.recall("a", "Basic x", "10.0.0.1")).toStrictEqual(login);
    expect(memory.recall("a", "Basic x", "10.0.0.2")).toBeUndefined();
    expect(memory.recall("a", "Basic x")).toBeUndefined();
  });

  it("forgets the oldest login when it is full", () => {
    const memory = createLoginMemory(2);
    for (const header of ["1", "2", "3"]) memory.remember("a", header, login);
    expect(["1", "2", "3"].map((header) => memory.recall("a", header) !== undefined)).toStrictEqual(
      [false, true, true],
    );
  });
});

it("shared work runs once for callers at the same time, and again for later ones", async () => {
  const runShared = createSharedWork<number>();
  let runs = 0;
  const work = async () => ++runs;
  expect(
    await Promise.all([runShared("a", work), runShared("a", work), runShared("b", work)]),
  ).toStrictEqual([1, 1, 2]);
  expect(await runShared("a", work)).toBe(3);
});

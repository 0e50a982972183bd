import { scryptSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createLoginMemory, createShared, hashPassword, verifyPassword } from "./passwords.ts";

describe("a password hash", () => {
  it("is scrypt in the PHC string format, salted anew each time", async () => {
    const [one, two] = [await hashPassword("geheim"), await hashPassword("geheim")];
    expect(one).not.toBe(two);
    const [, scheme, cost, salt, key] = one.split("$");
    expect([scheme, cost]).toStrictEqual(["scrypt", "ln=15,r=8,p=3"]);
    const options = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 27 };
    const expected = scryptSync("geheim", Buffer.from(salt!, "base64"), 32, options);
    expect(Buffer.from(key!, "base64")).toStrictEqual(expected);
  });

  it("fits its password, typed on any device, and no other", async () => {
    const hash = await hashPassword("Zürich");
    expect(await verifyPassword("Zu\u0308rich", hash)).toBe(true);
    expect(await verifyPassword("zürich", hash)).toBe(false);
    expect(await verifyPassword("", hash)).toBe(false);
  });

  it("that is missing or damaged fits nothing", async () => {
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

  it("knows a header again for its inbox alone", () => {
    const memory = createLoginMemory();
    memory.keep("a", "Basic x", login);
    expect(memory.recall("a", "Basic x")).toStrictEqual(login);
    expect(memory.recall("b", "Basic x")).toBeUndefined();
    expect(memory.recall("a", "Basic y")).toBeUndefined();
  });

  it("holds no more than it may, and forgets the oldest first", () => {
    const memory = createLoginMemory(2);
    for (const header of ["1", "2", "3"]) memory.keep("a", header, login);
    expect(["1", "2", "3"].map((header) => memory.recall("a", header) !== undefined)).toStrictEqual(
      [false, true, true],
    );
  });
});

it("shared work runs once for all who ask at the same time, and again afterwards", async () => {
  const shared = createShared<number>();
  let runs = 0;
  const work = async () => ++runs;
  expect(
    await Promise.all([shared("a", work), shared("a", work), shared("b", work)]),
  ).toStrictEqual([1, 1, 2]);
  expect(await shared("a", work)).toBe(3);
});

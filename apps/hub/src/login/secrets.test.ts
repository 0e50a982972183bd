import { expect, test } from "vitest";
import { createSecret } from "./secrets.ts";

test("creates secrets of 128 bits that differ and never look like an option of a command", () => {
  const secrets = Array.from({ length: 2000 }, () => createSecret(128));
  expect(new Set(secrets).size).toBe(2000);
  expect(secrets.filter((secret) => !/^\w[\w-]{21}$/.test(secret))).toEqual([]);
});

test("puts the prefix before the secret", () => {
  expect(createSecret(256, "token_")).toMatch(/^token_[\w-]{43}$/);
});

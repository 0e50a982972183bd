import { expect, test } from "vitest";
import { createRecoveryCodes, hashRecoveryCode } from "./recovery-codes.ts";

test("makes ten different codes of 80 bits in groups", () => {
  const { codes, hashes } = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  // Each of the 16 characters is one of 32.
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  expect(codes.map(hashRecoveryCode)).toEqual(hashes);
  for (const [index, hash] of hashes.entries()) expect(hash).not.toContain(codes[index]);
});

test("reads a code in either case, and without its dashes", () => {
  const { codes, hashes } = createRecoveryCodes();
  const code = codes[0]!;
  for (const typed of [
    code.toUpperCase(),
    code.replaceAll("-", ""),
    ` ${code.replaceAll("-", " ")} `,
    code.replaceAll("-", "–"),
  ]) {
    expect([typed, hashRecoveryCode(typed)]).toEqual([typed, hashes[0]]);
  }
  for (const other of ["", "123456", code.slice(1), `${code}a`, code.replace(/^./, "1")]) {
    expect([other, hashRecoveryCode(other)]).toEqual([other, undefined]);
  }
});

import { randomBytes } from "node:crypto";
import { encodeBase32 } from "./base32.ts";
import { hashSecret } from "./secrets.ts";

const recoveryCodeCount = 10;
const bytesPerCode = 10;

/**
 * Creates ten recovery codes of 80 bits each: 16 letters and digits in groups of four, without the
 * digits that look like letters, such as `k3fq-mz7n-2hwt-vb5a`. `hashes` are for the store.
 */
export function createRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () => {
    const text = encodeBase32(randomBytes(bytesPerCode)).toLowerCase();
    return text.match(/.{4}/g)!.join("-");
  });
  return { codes, hashes: codes.map((code) => hashSecret(readRecoveryCode(code)!)) };
}

/**
 * Returns the hash of a recovery code that a person typed, in either case, with dashes, spaces or
 * nothing between its groups. Undefined if the text cannot be one.
 */
export function hashRecoveryCode(text: string): string | undefined {
  const code = readRecoveryCode(text);
  return code === undefined ? undefined : hashSecret(code);
}

function readRecoveryCode(text: string): string | undefined {
  const code = text.replace(/[\s\p{Pd}]/gu, "").toLowerCase();
  return /^[a-z2-7]{16}$/.test(code) ? code : undefined;
}

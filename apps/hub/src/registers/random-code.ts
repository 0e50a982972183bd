/**
 * Crockford's base 32 has no I, L, O and U, which are easily misread
 * (https://www.crockford.com/base32.html).
 */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const byteCount = 10;

/**
 * Returns a code of 80 random bits that nobody can guess, such as `7Q4M-K2XD-9FTA-B3HN`. QR codes
 * encode all its characters in alphanumeric mode, so the smallest QR code holds it.
 */
export function makeRandomCode(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  let bits = random(new Uint8Array(byteCount)).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let code = "";
  for (let count = 0; count < (byteCount * 8) / 5; count++) {
    code = digits[Number(bits % 32n)] + (count > 0 && count % 4 === 0 ? "-" : "") + code;
    bits /= 32n;
  }
  return code;
}

import { createHmac, timingSafeEqual } from "node:crypto";

const digits = 6;
const periodSeconds = 30;
/** How many steps a clock may be off (RFC 6238, 5.2). */
const windowSteps = 1;
/** How far off a clock is looked for, in steps, to tell its owner: ten minutes. */
const driftSteps = 20;

/** The size of a secret in bytes, as RFC 4226 (section 4, R6) recommends. */
export const totpSecretBytes = 20;

/** Returns the time step of a time in milliseconds since 1970 (RFC 6238, 4.2). */
export function toTotpStep(time: number): number {
  return Math.floor(time / 1000 / periodSeconds);
}

/**
 * Returns the one-time password of a time step: six digits of HMAC-SHA-1 (RFC 4226, 5.3, with the
 * counter of RFC 6238).
 */
export function createTotp(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const binary = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff;
  return String(binary % 10 ** digits).padStart(digits, "0");
}

/**
 * Returns the time step whose one-time password this is: the current one, or the one before or
 * after it. Undefined for a wrong password. The caller has to see to it that a step is used once.
 */
export function findTotpStep(secret: Uint8Array, code: string, time: number): number | undefined {
  return findStep(secret, code, toTotpStep(time), windowSteps);
}

/**
 * Returns by how many seconds the clock that made a one-time password is off, negative if it is
 * slow. Undefined if the password is not one of the last or the next ten minutes.
 */
export function findTotpDrift(secret: Uint8Array, code: string, time: number): number | undefined {
  const current = toTotpStep(time);
  const step = findStep(secret, code, current, driftSteps);
  return step === undefined ? undefined : (step - current) * periodSeconds;
}

function findStep(secret: Uint8Array, code: string, current: number, window: number) {
  const given = Buffer.from(code);
  if (given.length !== digits) return undefined;
  for (let step = Math.max(0, current - window); step <= current + window; step++) {
    if (timingSafeEqual(given, Buffer.from(createTotp(secret, step)))) return step;
  }
  return undefined;
}

/**
 * Returns the URI from which an authenticator app takes a secret (Key URI Format of Google
 * Authenticator). `secret` is in Base32. Colons separate the parts of its label, so they become
 * spaces in `issuer` and `account`.
 */
export function toTotpUri({
  issuer,
  account,
  secret,
}: {
  issuer: string;
  account: string;
  secret: string;
}): string {
  const [by, of] = [issuer, account].map((text) => encodeLabel(text.replaceAll(":", " ")));
  const algorithm = `algorithm=SHA1&digits=${digits}&period=${periodSeconds}`;
  return `otpauth://totp/${by}:${of}?secret=${secret}&issuer=${by}&${algorithm}`;
}

/** Encodes a part of a label. A path and a query may have an @ (RFC 3986, 3.3). */
function encodeLabel(text: string): string {
  return encodeURIComponent(text).replaceAll("%40", "@");
}

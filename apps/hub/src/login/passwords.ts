import { randomBytes, scrypt, hash as sha256, timingSafeEqual } from "node:crypto";

// The parameters that OWASP recommends: 32 MiB and three passes. They take about a quarter of a
// second on a small computer.
const defaultCost: Cost = { ln: 15, r: 8, p: 3 };
const keyBytes = 32;

/**
 * Hashes a password with scrypt (RFC 7914). Returns a PHC string: `$scrypt$ln=15,r=8,p=3$salt$key`.
 */
export async function hashPassword(password: string, cost = defaultCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, cost);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${encode(salt)}$${encode(key)}`;
}

/**
 * Returns whether a password matches a hash. A wrong password and a missing hash take as long as
 * the right password, so that the duration does not reveal which users exist.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const parameters = parseHash(hash) ?? { ...defaultCost, salt: Buffer.alloc(16), key: undefined };
  const derived = await deriveKey(password, parameters.salt, parameters);
  return parameters.key !== undefined && timingSafeEqual(derived, parameters.key);
}

/**
 * Remembers the results of log-ins that are repeated with every request, so that scrypt runs only
 * once for each of them.
 */
export type LoginMemory = {
  /**
   * Returns the login of this `Authorization` header, or undefined if none is remembered for this
   * inbox and address.
   */
  recall(inbox: string, header: string, address?: string): Login | undefined;
  remember(inbox: string, header: string, login: Login, address?: string): void;
};

/**
 * A login with the hash against which it was checked. It is outdated once the inbox has another
 * hash for the user.
 */
export type Login = { user: string; passwordHash: string | undefined };

/**
 * Creates a memory of at most `limit` logins, which forgets the oldest first. It holds no
 * passwords: the keys are digests of `Authorization` headers with a secret of this process.
 */
export function createLoginMemory(limit = 100_000): LoginMemory {
  const key = randomBytes(32).toString("base64");
  const logins = new Map<string, Login>();
  // The digests never leave this function, so a prefixed key is as safe as an HMAC and many times
  // faster.
  const digest = (inbox: string, header: string, address: string) =>
    sha256("sha256", `${key}${inbox}\n${address}\n${header}`);
  return {
    recall: (inbox, header, address = "") => logins.get(digest(inbox, header, address)),
    remember(inbox, header, login, address = "") {
      logins.set(digest(inbox, header, address), login);
      if (logins.size > limit) logins.delete(logins.keys().next().value!);
    },
  };
}

/**
 * Creates a function that runs the work of a key once for all callers that wait for it at the same
 * time.
 */
export function createSharedWork<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const existing = running.get(key);
    if (existing) return existing;
    const result = work().finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
}

type Cost = { ln: number; r: number; p: number };

function deriveKey(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln;
  const options = { N, r, p, maxmem: 128 * N * r * 2 };
  return new Promise((resolve, reject) => {
    // Devices type "ü" as one or as two code points; NFC makes both the same password (RFC 8265
    // 4.2).
    scrypt(password.normalize("NFC"), salt, keyBytes, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

function parseHash(text: string | undefined) {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text ?? "");
  if (!match) return undefined;
  const [ln, r, p] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [salt, key] = [Buffer.from(match[4]!, "base64"), Buffer.from(match[5]!, "base64")];
  return ln <= 20 && r <= 32 && p <= 16 && key.length === keyBytes
    ? { ln, r, p, salt, key }
    : undefined;
}

/** Encodes bytes in Base64 without padding, as in PHC strings. */
function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

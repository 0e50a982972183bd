import { randomBytes, scrypt, hash as sha, timingSafeEqual } from "node:crypto";

// OWASP's parameters for scrypt: 32 MiB and three passes, about a quarter of a second on a small computer.
const cost = { ln: 15, r: 8, p: 3 } as const;
const keyBytes = 32;

/** Hashes a password for keeping: `$scrypt$ln=15,r=8,p=3$salt$key` (RFC 7914; the PHC string format). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${encode(salt)}$${encode(key)}`;
}

/**
 * Whether this is the password that was hashed. Takes as long for a wrong one as for the right one, and the same
 * for no hash at all, so that nobody can tell by the time which users there are.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const parts = parseHash(hash) ?? { ...cost, salt: Buffer.alloc(16), key: undefined };
  const derived = await derive(password, parts.salt, parts);
  return parts.key !== undefined && timingSafeEqual(derived, parts.key);
}

/** Answers for passwords that come with every request: scrypt once, then a keyed digest from memory. */
export type PasswordMemory = {
  /**
   * True: this password was found right for this hash before. A promise: it is being checked right now.
   * Undefined: nobody knows yet, ask `verify`. A wrong password is never remembered.
   */
  recall(password: string, hash: string | undefined): true | Promise<boolean> | undefined;
  verify(password: string, hash: string | undefined): Promise<boolean>;
};

/**
 * Remembers right passwords as digests keyed with a secret of this process; never the passwords themselves.
 * One password a hash, so a rotated one is unknown at once; at most `most` hashes, the longest unused forgotten first.
 */
export function createPasswordMemory(most = 1000): PasswordMemory {
  const memoryKey = randomBytes(32).toString("base64");
  const known = new Map<string, Buffer>();
  const pending = new Map<string, Promise<boolean>>();
  // The digests stay in here, so a key in front is as good as an HMAC, which takes many times longer.
  const digest = (password: string) => sha("sha256", memoryKey + password, "buffer");
  const pendingKey = (password: string, hash: string | undefined) =>
    `${hash} ${digest(password).toString("latin1")}`;

  async function check(password: string, hash: string | undefined): Promise<boolean> {
    const isRight = await verifyPassword(password, hash);
    if (isRight && hash !== undefined) {
      known.delete(hash);
      known.set(hash, digest(password));
      if (known.size > most) known.delete(known.keys().next().value!);
    }
    return isRight;
  }

  return {
    recall(password, hash) {
      const right = hash === undefined ? undefined : known.get(hash);
      if (right !== undefined && timingSafeEqual(right, digest(password))) return true;
      return pending.size === 0 ? undefined : pending.get(pendingKey(password, hash));
    },
    verify(password, hash) {
      const key = pendingKey(password, hash);
      const running = pending.get(key);
      if (running) return running;
      const checking = check(password, hash).finally(() => pending.delete(key));
      pending.set(key, checking);
      return checking;
    },
  };
}

type Cost = { ln: number; r: number; p: number };

function derive(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln;
  const options = { N, r, p, maxmem: 128 * N * r * 2 };
  return new Promise((resolve, reject) => {
    // NFC, so that an "ü" typed on one device is the same password as on another (RFC 8265 4.2).
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

/** Base64 without padding, as PHC strings have it. */
function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

import { randomBytes, scrypt, hash as sha256, timingSafeEqual } from "node:crypto";

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

/** Logins that come with every request: scrypt once for each, then a look into memory. */
export type LoginMemory = {
  /** Whose login this header is; undefined when it was never found right for this inbox. */
  recall(inbox: string, header: string): Login | undefined;
  keep(inbox: string, header: string, login: Login): void;
};

/** A right login, and the hash it was right for: when the inbox has another one now, it is right no more. */
export type Login = { user: string; passwordHash: string };

/**
 * Remembers `Authorization` headers by a digest keyed with a secret of this process, never the passwords themselves.
 * At most `most`, the oldest forgotten first.
 */
export function createLoginMemory(most = 1000): LoginMemory {
  const key = randomBytes(32).toString("base64");
  const known = new Map<string, Login>();
  // The digests stay in here, so a key in front is as good as an HMAC, which takes many times longer.
  const digest = (inbox: string, header: string) => sha256("sha256", `${key}${inbox}\n${header}`);
  return {
    recall: (inbox, header) => known.get(digest(inbox, header)),
    keep(inbox, header, login) {
      known.set(digest(inbox, header), login);
      if (known.size > most) known.delete(known.keys().next().value!);
    },
  };
}

/** Lets callers who ask the same thing at the same time share one answer, so that scrypt runs once for all of them. */
export function createShared<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const known = running.get(key);
    if (known) return known;
    const mine = work().finally(() => running.delete(key));
    running.set(key, mine);
    return mine;
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

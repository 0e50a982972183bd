import type { FailureLimit } from "../login/failure-limit.ts";
import { type Denial, findDenial, findReachDenial, sendRight } from "../login/rights.ts";
import { hashSecret, readBearerToken } from "../login/secrets.ts";
import { type TokenInUse, toTokenUser } from "../store/logins.ts";
import type { Store } from "../store/store.ts";

/**
 * The result of an API token at an inbox. `user` stands for it in scans and journals. `limited`:
 * somebody at this address has sent too many wrong tokens. `denied`: the token, or its person, may
 * not send there.
 */
export type TokenResult =
  | { kind: "valid"; user: string }
  | { kind: "wrong" }
  | { kind: "limited"; seconds: number }
  | { kind: "denied"; denial: Denial };

/** Checks the API token in an `Authorization` header of a request to an inbox. */
export type TokenCheck = (
  inbox: string,
  authorization: string,
  address: string,
) => Promise<TokenResult>;

type TokenCheckParts = {
  store: Pick<Store, "useToken">;
  /** Counts wrong tokens. Only these are refused, so that a guesser locks out nobody else. */
  failures: FailureLimit;
  now?: () => number;
};

/**
 * How long a token that was found is not looked up again, in milliseconds. A token that is revoked
 * stops within a second.
 */
const rememberedMs = 700;
const maxRemembered = 1000;

/** Returns whether an `Authorization` header has a bearer token, and not Basic credentials. */
export function isBearer(authorization: string): boolean {
  return /^Bearer /i.test(authorization);
}

/** Creates a check that looks up each token at most about once a second. */
export function createTokenCheck(parts: TokenCheckParts): TokenCheck {
  const { store, failures, now = () => performance.now() } = parts;
  /** The tokens that were found, by their hashes, with the time at which they were looked up. */
  const remembered = new Map<string, { token: TokenInUse; at: number }>();

  async function findToken(secret: string): Promise<TokenInUse | undefined> {
    const hash = hashSecret(secret);
    const known = remembered.get(hash);
    const at = now();
    if (known && at - known.at < rememberedMs) return known.token;
    const token = await store.useToken(hash);
    remembered.delete(hash);
    if (!token) return undefined;
    // A Map keeps the order of insertion, so the first one was looked up before all others.
    remembered.set(hash, { token, at });
    if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value!);
    return token;
  }

  return async (inbox, authorization, address) => {
    const secret = readBearerToken(authorization);
    const token = secret && (await findToken(secret));
    if (!token) {
      const seconds = failures.recordFailure(address);
      return seconds > 0 ? { kind: "limited", seconds } : { kind: "wrong" };
    }
    const caller = { person: token.owner, via: "token", token } as const;
    const denial = findDenial(caller, sendRight) ?? findReachDenial(caller, [inbox]);
    return denial ? { kind: "denied", denial } : { kind: "valid", user: toTokenUser(token.name) };
  };
}

import { availableParallelism } from "node:os";
import { parseBasic } from "@scanhook/webhook";
import { createFailureLimit, type FailureLimit } from "../login/failure-limit.ts";
import { createFairQueue, tooBusy } from "../login/fair-queue.ts";
import { findCredential, toStoredUser } from "../login/find-credential.ts";
import { createLoginMemory, createSharedWork, verifyPassword } from "../login/passwords.ts";
import type { RememberedLogins } from "../login/remembered-logins.ts";
import type { InboxForReceiving } from "../store/inboxes.ts";

/**
 * The result of a login at an inbox. `limited`: somebody at this address has sent too many wrong
 * passwords for this user; the next try is possible after `seconds`. `busy`: too many logins wait
 * for their check.
 */
export type LoginResult =
  | { kind: "valid"; user: string }
  | { kind: "invalid" }
  | { kind: "limited"; seconds: number }
  | { kind: "busy" };

/**
 * Checks logins at inboxes. `authorization` is the `Authorization` header of a request, `address`
 * the IP address that the request came from.
 */
export type LoginCheck = {
  /** Returns the result of a remembered login at once, and a promise for every other login. */
  check(
    inbox: InboxForReceiving,
    authorization: string,
    address: string,
  ): LoginResult | Promise<LoginResult>;
  /**
   * Returns the user of a login that is remembered and valid. Undefined does not mean that the
   * login is wrong; only `check` can tell.
   */
  recall(inbox: InboxForReceiving, authorization: string, address: string): string | undefined;
};

export type LoginCheckParts = {
  limits?: LoginLimits | undefined;
  /** Recognizes passwords that were right before the hub restarted. */
  remembered?: Pick<RememberedLogins, "matches" | "remember"> | undefined;
  verify?: typeof verifyPassword;
};

/** Two limits for each inbox user at each address. */
export type LoginLimits = {
  /**
   * Counts wrong passwords. Once a user reaches it, only logins pass that were right at this
   * address before.
   */
  failures: FailureLimit;
  /**
   * Counts every login that was not right at this address before, also one that `failures` or the
   * queue refuses. Once a user reaches it, no login passes: the response would tell a right guess
   * from a wrong one.
   */
  guesses: FailureLimit;
};

/**
 * Creates the limits: ten wrong passwords and a hundred guesses are free. After that, each limit
 * allows one more every ten seconds.
 */
export function createLoginLimits(options: { now?: () => number } = {}): LoginLimits {
  return {
    failures: createFailureLimit(options),
    guesses: createFailureLimit({ ...options, burst: 100 }),
  };
}

const maxRememberedRejections = 1000;

/**
 * Creates a check that remembers valid logins, because scrypt takes too long to run for every scan.
 * New ones wait for their check, in turn for each address. An unknown user and a wrong password
 * give the same result after the same time.
 *
 * A login stays valid at the addresses where it was right before, even while its user is limited
 * there, so that a few wrong passwords do not stop the phone that has the right one. After a
 * hundred guesses from its address it is limited like any other: somebody there could otherwise
 * guess without a limit, because only the right guess would pass. At any other address, the limit
 * always holds for the right password too. A wrong password that is sent again, as by a phone that
 * keeps an old one, counts once.
 */
export function createLoginCheck(parts: LoginCheckParts = {}): LoginCheck {
  const { limits, remembered, verify = verifyPassword } = parts;
  const memory = createLoginMemory();
  const rejections = createLoginMemory(maxRememberedRejections);
  const runShared = createSharedWork<LoginResult>();
  // scrypt runs on Node's four pool threads; one of them stays free for files and DNS.
  const queue = createFairQueue({ concurrency: Math.min(3, availableParallelism()) });

  /** Returns whether the login was right at this address, or at any address if it is empty. */
  function isKnown(attempt: Attempt, address: string): boolean {
    const login = memory.recall(attempt.inbox.name, attempt.authorization, address);
    return login !== undefined && isCurrent(attempt.inbox, login);
  }

  async function check(attempt: Attempt): Promise<LoginResult> {
    const { inbox, authorization, address } = attempt;
    const rejection = rejections.recall(inbox.name, authorization);
    if (rejection && isCurrent(inbox, rejection)) return { kind: "invalid" };
    // Counted before the wait, so that guesses at the same time cannot exceed the limit.
    const isCounted = limits?.guesses.recordFailure(address, attempt.account) === 0;
    const result = await queue.run(address, () => checkInTurn(attempt));
    if (result === tooBusy) return { kind: "busy" };
    if (result.kind === "valid" && isCounted) limits?.guesses.undoFailure(address, attempt.account);
    return result;
  }

  async function checkInTurn(attempt: Attempt): Promise<LoginResult> {
    const { inbox, authorization, address, user, password, account } = attempt;
    const credential = findCredential(inbox.credentials, user);
    // Counted only while the check runs, so that checks at the same time cannot exceed the limit.
    const seconds = limits?.failures.recordFailure(address, account) ?? 0;
    if (seconds > 0) return { kind: "limited", seconds };
    const isRight =
      isKnown(attempt, "") ||
      (credential && (await remembered?.matches(inbox.name, credential, password))) ||
      (await verify(password, credential?.passwordHash));
    if (!isRight || !credential) {
      rejections.remember(inbox.name, authorization, {
        user,
        passwordHash: credential?.passwordHash,
      });
      return { kind: "invalid" };
    }
    limits?.failures.undoFailure(address, account);
    for (const scope of [address, ""])
      memory.remember(inbox.name, authorization, credential, scope);
    await remembered?.remember(inbox.name, credential, password);
    return { kind: "valid", user };
  }

  function recall(
    inbox: InboxForReceiving,
    authorization: string,
    address: string,
  ): Extract<LoginResult, { kind: "valid" | "limited" }> | undefined {
    const login = memory.recall(inbox.name, authorization, address);
    if (!login || !isCurrent(inbox, login)) return undefined;
    const account = toAccount(inbox.name, login.user);
    const seconds = limits?.guesses.secondsToWait(address, account) ?? 0;
    return seconds > 0 ? { kind: "limited", seconds } : { kind: "valid", user: login.user };
  }

  return {
    check(inbox, authorization, address) {
      const recalled = recall(inbox, authorization, address);
      if (recalled) return recalled;
      const { user: sentUser, password } = parseBasic(authorization) ?? { user: "", password: "" };
      const user = toStoredUser(inbox.credentials, sentUser);
      const account = toAccount(inbox.name, user);
      const hash = findCredential(inbox.credentials, user)?.passwordHash;
      const key = JSON.stringify([address, inbox.name, hash, authorization]);
      return runShared(key, () =>
        check({ inbox, authorization, address, user, password, account }),
      );
    },
    recall(inbox, authorization, address) {
      const recalled = recall(inbox, authorization, address);
      return recalled?.kind === "valid" ? recalled.user : undefined;
    },
  };
}

type Attempt = {
  inbox: InboxForReceiving;
  authorization: string;
  address: string;
  user: string;
  password: string;
  account: string;
};

/** Returns the name under which the limits count a user of an inbox. */
function toAccount(inbox: string, user: string): string {
  return JSON.stringify([inbox, user]);
}

/** Returns whether the user still has the password that was checked, or still does not exist. */
function isCurrent(
  { credentials }: InboxForReceiving,
  login: { user: string; passwordHash: string | undefined },
): boolean {
  const credential = findCredential(credentials, login.user);
  return credential?.passwordHash === login.passwordHash;
}

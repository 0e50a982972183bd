import { availableParallelism } from "node:os";
import { parseBasic } from "@scanhook/webhook";
import type { FailureLimit } from "../login/failure-limit.ts";
import { createFairQueue, tooBusy } from "../login/fair-queue.ts";
import { createLoginMemory, createSharedWork, verifyPassword } from "../login/passwords.ts";
import type { RememberedLogins } from "../login/remembered-logins.ts";
import type { InboxForReceiving } from "../store/store.ts";

/**
 * The result of a login at an inbox. `limited`: somebody at this address has sent too many wrong passwords for this user.
 * `busy`: too many logins wait for their check.
 */
export type LoginResult =
  | { kind: "valid"; user: string }
  | { kind: "invalid" }
  | { kind: "limited"; seconds: number }
  | { kind: "busy" };

/** Checks the `Authorization` header of a request from an address. Synchronous for a login that is remembered. */
export type LoginCheck = (
  inbox: InboxForReceiving,
  authorization: string,
  address: string,
) => LoginResult | Promise<LoginResult>;

export type LoginCheckParts = {
  /** Counts wrong passwords by address, inbox and user. */
  failures?: Pick<FailureLimit, "recordFailure" | "undoFailure"> | undefined;
  /** Recognizes passwords that were right before a restart. */
  remembered?: Pick<RememberedLogins, "matches" | "remember"> | undefined;
  verify?: typeof verifyPassword;
};

const maxRememberedRejections = 1000;

/**
 * Creates a check that remembers valid logins, because scrypt takes too long to run for every scan. New ones wait for
 * their check, in turn for each address. An unknown user and a wrong password give the same result after the same time.
 *
 * A login stays valid at the addresses where it was right before, even while its user is limited there, so nobody can
 * lock out a phone by guessing passwords from the same address. At any other address, the limit also holds for the right
 * password, because an attacker could otherwise guess without a limit. A wrong password that is sent again, as by a phone
 * that keeps an old one, counts once.
 */
export function createLoginCheck(parts: LoginCheckParts = {}): LoginCheck {
  const { failures, remembered, verify = verifyPassword } = parts;
  const memory = createLoginMemory();
  const rejections = createLoginMemory(maxRememberedRejections);
  const runShared = createSharedWork<LoginResult>();
  // One of Node's four threads for such work stays free for files and names.
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
    const result = await queue.run(address, () => checkInTurn(attempt));
    return result === tooBusy ? { kind: "busy" } : result;
  }

  async function checkInTurn(attempt: Attempt): Promise<LoginResult> {
    const { inbox, authorization, address } = attempt;
    const { user, password } = parseBasic(authorization) ?? { user: "", password: "" };
    const credential = inbox.credentials.find((credential) => credential.user === user);
    const account = JSON.stringify([inbox.name, user]);
    // Counted only while the check runs, so that checks at the same time cannot exceed the limit.
    const seconds = failures?.recordFailure(address, account) ?? 0;
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
    failures?.undoFailure(address, account);
    for (const place of [address, ""])
      memory.remember(inbox.name, authorization, credential, place);
    await remembered?.remember(inbox.name, credential, password);
    return { kind: "valid", user };
  }

  return (inbox, authorization, address) => {
    const login = memory.recall(inbox.name, authorization, address);
    if (login && isCurrent(inbox, login)) return { kind: "valid", user: login.user };
    const key = JSON.stringify([address, inbox.name, inbox.credentials, authorization]);
    return runShared(key, () => check({ inbox, authorization, address }));
  };
}

type Attempt = { inbox: InboxForReceiving; authorization: string; address: string };

/** Returns whether the user still has the password that was checked, or still does not exist. */
function isCurrent(
  { credentials }: InboxForReceiving,
  login: { user: string; passwordHash: string | undefined },
): boolean {
  const credential = credentials.find(({ user }) => user === login.user);
  return credential?.passwordHash === login.passwordHash;
}

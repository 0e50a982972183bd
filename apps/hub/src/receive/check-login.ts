import { parseBasic } from "@scanhook/webhook";
import type { FailureLimit } from "../login/failure-limit.ts";
import { createLoginMemory, createSharedWork, verifyPassword } from "../login/passwords.ts";
import type { InboxForReceiving } from "../store/store.ts";

/** The result of a login at an inbox. `limited`: the address has sent too many wrong credentials. */
export type LoginResult =
  | { kind: "valid"; user: string }
  | { kind: "invalid" }
  | { kind: "limited"; seconds: number };

/** Checks the `Authorization` header of a request from an address. Synchronous for a login that is remembered. */
export type LoginCheck = (
  inbox: InboxForReceiving,
  authorization: string,
  address: string,
) => LoginResult | Promise<LoginResult>;

/**
 * Creates a check that remembers valid logins, because scrypt takes too long to run for every scan. An unknown user
 * and a wrong password give the same result after the same time. A remembered login stays valid while its address is
 * limited, so nobody can lock out a phone by guessing passwords from the same address.
 */
export function createLoginCheck(
  failures?: Pick<FailureLimit, "recordFailure" | "undoFailure">,
): LoginCheck {
  const memory = createLoginMemory();
  const runShared = createSharedWork<LoginResult>();

  async function verify(
    inbox: InboxForReceiving,
    authorization: string,
    address: string,
  ): Promise<LoginResult> {
    const { user, password } = parseBasic(authorization) ?? { user: "", password: "" };
    const passwordHash = findHash(inbox, user);
    // Counted before the slow check, so that attempts sent at the same time cannot all get through.
    const seconds = failures?.recordFailure(address) ?? 0;
    if (seconds > 0) return { kind: "limited", seconds };
    const isPasswordRight = await verifyPassword(password, passwordHash);
    if (!isPasswordRight || passwordHash === undefined) return { kind: "invalid" };
    failures?.undoFailure(address);
    memory.remember(inbox.name, authorization, { user, passwordHash });
    return { kind: "valid", user };
  }

  return (inbox, authorization, address) => {
    const remembered = memory.recall(inbox.name, authorization);
    if (remembered && findHash(inbox, remembered.user) === remembered.passwordHash) {
      return { kind: "valid", user: remembered.user };
    }
    const key = JSON.stringify([inbox.name, inbox.credentials, authorization]);
    return runShared(key, () => verify(inbox, authorization, address));
  };
}

function findHash({ credentials }: InboxForReceiving, user: string): string | undefined {
  return credentials.find((credential) => credential.user === user)?.passwordHash;
}

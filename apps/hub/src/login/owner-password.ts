import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "../http/errors.ts";
import type { Store } from "../store/store.ts";
import type { FailureLimit } from "./failure-limit.ts";
import { verifyPassword } from "./passwords.ts";

/** Checks the owner's password. Resolves to undefined if it is right, or to the error. */
export type CheckOwnerPassword = (
  request: FastifyRequest,
  reply: FastifyReply,
  password: string,
) => Promise<ErrorCode | undefined>;

/**
 * Creates the check of the owner's password. It limits wrong tries, and sets `Retry-After` after
 * too many of them.
 */
export function createOwnerPasswordCheck(parts: {
  store: Pick<Store, "ownerPassword">;
  failures: FailureLimit;
}): CheckOwnerPassword {
  const { store, failures } = parts;
  return async (request, reply, password) => {
    const hash = await store.ownerPassword();
    if (hash === undefined) return "password-not-set";
    // Counted before the slow check, so that simultaneous attempts cannot exceed the limit.
    const wait = failures.recordFailure(request.ip);
    if (wait > 0) {
      reply.header("retry-after", wait);
      return "too-many-tries";
    }
    if (!(await verifyPassword(password, hash))) return "password-wrong";
    failures.undoFailure(request.ip);
    return undefined;
  };
}

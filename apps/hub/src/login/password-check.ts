import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "../http/errors.ts";
import type { Store } from "../store/store.ts";
import type { FailureLimit } from "./failure-limit.ts";
import { verifyPassword } from "./passwords.ts";

/**
 * Checks the password of a person, by their id, or of a name that nobody may have. Resolves to
 * undefined if it is right, or to the error.
 */
export type CheckPassword = (
  request: FastifyRequest,
  reply: FastifyReply,
  login: { person: number | undefined; password: string },
) => Promise<ErrorCode | undefined>;

/**
 * Creates the check of passwords. It limits wrong tries, and sets `Retry-After` after too many of
 * them. A wrong name takes as long as a wrong password, and gets the same error.
 */
export function createPasswordCheck(parts: {
  store: Pick<Store, "loginSecrets">;
  failures: FailureLimit;
}): CheckPassword {
  const { store, failures } = parts;
  return async (request, reply, { person, password }) => {
    const secrets = person === undefined ? undefined : await store.loginSecrets(person);
    // Counted before the slow check, so that simultaneous attempts cannot exceed the limit.
    const wait = failures.recordFailure(request.ip);
    if (wait > 0) {
      reply.header("retry-after", wait);
      return "too-many-tries";
    }
    if (!(await verifyPassword(password, secrets?.passwordHash))) return "password-wrong";
    failures.undoFailure(request.ip);
    return undefined;
  };
}

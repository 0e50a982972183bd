import type { FastifyInstance } from "fastify";
import { Counter, type Registry } from "prom-client";
import type { ErrorBody, ErrorCode } from "../http/errors.ts";

/** The codes of guesses, and of tries that are refused unread after too many of them. */
const failures: readonly ErrorCode[] = [
  "login-link-used",
  "login-wrong",
  "pair-code-unknown",
  "passkey-wrong",
  "password-wrong",
  "second-factor-wrong",
  "too-many-codes",
  "too-many-tries",
];

/** Registers the counter of failed log-ins. */
export function createFailedLogins(registry: Registry): Counter<"code"> {
  const failed = new Counter({
    name: "scanhook_logins_failed_total",
    help: "Failed log-ins of people, by error code: wrong passwords, links and codes, and tries refused after too many of them.",
    labelNames: ["code"],
    registers: [registry],
  });
  // Prometheus sees no increase in a series that begins with its first failure.
  for (const code of failures) failed.inc({ code }, 0);
  return failed;
}

/**
 * Counts the failures at endpoints that are open to everybody, where people log in. Wrong API
 * tokens are left out: nobody guesses those, and a program with an old one keeps sending it.
 */
export function countFailedLogins(app: FastifyInstance, failed: Counter<"code">): void {
  app.addHook("preSerialization", (request, _reply, payload, done) => {
    const code = (payload as Partial<ErrorBody> | null)?.error?.code;
    const isOpen = request.routeOptions.config.access === "public";
    if (code !== undefined && isOpen && failures.includes(code)) failed.inc({ code });
    done(null, payload);
  });
}

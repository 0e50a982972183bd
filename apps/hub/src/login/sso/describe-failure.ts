import { ProviderMismatch } from "./provider.ts";
import { ProviderUnreachable } from "./provider-fetch.ts";

/** Why a log-in at a provider failed, as codes of `http/login-errors.ts`. */
export type SsoProblem =
  | "sso-refused"
  | "sso-no-role"
  | "sso-unreachable"
  | "sso-expired"
  | "sso-failed";

/** A failed log-in: its code, and the reason for the log, which holds no secret. */
export type SsoFailure = { code: SsoProblem; reason: string };

/** Tells why a log-in failed, from an error of the provider, the library or the network. */
export function describeFailure(error: unknown): SsoFailure {
  const causes = listCauses(error);
  const unreachable = causes.find((cause) => cause instanceof ProviderUnreachable);
  if (unreachable) return { code: "sso-unreachable", reason: unreachable.message };
  const [first, second] = causes;
  if (!first) return { code: "sso-failed", reason: String(error) };
  if (first.code === "OAUTH_TIMEOUT")
    return { code: "sso-unreachable", reason: "The provider did not answer in time." };
  if (first instanceof ProviderMismatch) return { code: "sso-failed", reason: first.message };
  const told = typeof first.error === "string" ? first.error.slice(0, 100) : undefined;
  // A cause further in may quote what the provider sent.
  const detail = told ?? second?.message;
  const reason = detail === undefined ? first.message : `${first.message}: ${detail}`;
  if (told === "access_denied") return { code: "sso-refused", reason };
  // The code of the provider has expired, or was used before.
  if (told === "invalid_grant") return { code: "sso-expired", reason };
  return { code: "sso-failed", reason };
}

/** An error of `openid-client`, `oauth4webapi` or Node. `error` is the code of the provider. */
type Cause = Error & { code?: unknown; error?: unknown };

/** Lists an error and its causes, the outermost first. */
function listCauses(error: unknown, depth = 0): Cause[] {
  if (!(error instanceof Error) || depth > 5) return [];
  return [error, ...listCauses(error.cause, depth + 1)];
}

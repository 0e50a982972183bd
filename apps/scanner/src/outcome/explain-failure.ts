import { texts } from "../texts/first.ts";
import type { ScanOutcome } from "./scan-outcome.ts";

/**
 * Explains in plain words why a scan did not arrive, for the person who scans. `details` is the
 * technical reason for the person who runs the receiver, if it says more. Returns undefined for a
 * scan that did not fail.
 */
export function explainFailure(
  outcome: ScanOutcome,
): { plain: string; details?: string } | undefined {
  const { why, app } = { why: texts.scan.why, app: texts.app };
  if (outcome.kind === "unreachable") {
    const { cause, reason } = outcome;
    if (reason === app.offline || cause === "cancelled") return { plain: reason };
    const isUnsafe = cause === "tls" || cause === "not-tls";
    return {
      plain: cause === "timeout" ? why.late : isUnsafe ? why.unsafe : why.silent,
      details: reason,
    };
  }
  if (outcome.kind !== "refused") return undefined;
  const { status, reason } = outcome;
  if (status === 401) return { plain: why.logIn, details: reason };
  if (status < 400) return { plain: why.moved, details: reason };
  return { plain: reason };
}

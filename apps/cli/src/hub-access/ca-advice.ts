import type { UnreachableCause } from "@scanhook/webhook";

/**
 * Returns advice that applies only on a command line, as sentences to append to a reason. Returns
 * "" for every cause but "tls".
 */
export function adviseOnCa(cause: UnreachableCause): string {
  return cause === "tls"
    ? ' Or name that authority with --ca FILE, for this command alone. "scanhook doctor" checks the certificate and the port.'
    : "";
}

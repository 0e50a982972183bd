import type { UnreachableCause } from "@scanhook/webhook";

/**
 * Advice that only applies on a command line, as a sentence to append to the reason. Empty for most
 * causes.
 */
export function adviseOnCa(cause: UnreachableCause): string {
  return cause === "tls"
    ? ' Or name that authority with --ca FILE, for this command alone. "scanhook doctor" checks the certificate and the port.'
    : "";
}

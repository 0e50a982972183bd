import type { UnreachableCause } from "@scanhook/webhook";

/** What helps on a command line and nowhere else, as a sentence to follow the reason. */
export function adviceOn(cause: UnreachableCause): string {
  return cause === "tls" ? " Or name that authority with --ca FILE, for this command alone." : "";
}

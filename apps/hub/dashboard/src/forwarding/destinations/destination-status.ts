import type { forwardingTexts as texts } from "../../texts/forwarding.ts";
import type { Destination } from "./destinations.ts";

export type DestinationStatusName = keyof typeof texts.status;

/**
 * The longest time for which a delivery is usually pending. After that it has failed, or the
 * destination is too slow.
 */
const behindMs = 60_000;

/** Returns the status that the dashboard shows for a destination. */
export function getDestinationStatus(
  destination: Pick<Destination, "state" | "notice" | "circuit" | "lastError" | "counts">,
  now: number,
): DestinationStatusName {
  const { state, notice, circuit, lastError, counts } = destination;
  // The hub leaves a notice when it holds a destination itself. A person's pause has none.
  if (state === "held") return notice ? "off" : "held";
  if (state === "dropping") return "dropping";
  if (circuit !== "closed") return "failing";
  if (counts.pending === 0) return "on";
  if (lastError) return "retrying";
  // A restarted hub does not know the last error, so the age of the oldest delivery decides.
  return now - Date.parse(counts.oldestPendingAt ?? "") > behindMs ? "behind" : "on";
}

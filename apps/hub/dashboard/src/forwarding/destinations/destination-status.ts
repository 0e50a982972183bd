import type { texts } from "../../texts/en-forwarding.ts";
import type { Destination } from "./destinations.ts";

export type StateWord = keyof typeof texts.state;

/** What waits for longer has failed before, or there is more than the destination takes. */
const behindMs = 60_000;

/** How a destination is doing, in one word. */
export function stateWord(
  destination: Pick<Destination, "state" | "notice" | "circuit" | "lastError" | "counts">,
  now: number,
): StateWord {
  const { state, notice, circuit, lastError, counts } = destination;
  if (state === "held") return notice ? "off" : "held";
  if (state === "dropping") return "dropping";
  if (circuit !== "closed") return "failing";
  if (counts.pending === 0) return "on";
  if (lastError) return "retrying";
  // A hub that was started anew does not know yet what failed.
  return now - Date.parse(counts.oldestPendingAt ?? "") > behindMs ? "behind" : "on";
}

import type { Result } from "../api.ts";
import { startPolling } from "../live/polling.svelte.ts";
import { getDestinationStatus } from "./destinations/destination-status.ts";
import { loadConfigProblem, loadDestinations } from "./destinations/destinations.ts";

/**
 * Polls the number of problems that need the owner's attention: destinations that fail or were
 * switched off, and a refused settings file. Call `close` when done.
 */
export function pollProblemCount() {
  return startPolling(countProblems, 5000);
}

async function countProblems(signal: AbortSignal): Promise<Result<number>> {
  const [destinations, configProblem] = await Promise.all([
    loadDestinations(signal),
    loadConfigProblem(signal),
  ]);
  if (!destinations.ok) return destinations;
  const statuses = destinations.data.map((destination) =>
    getDestinationStatus(destination, Date.now()),
  );
  const affected = statuses.filter((status) => status === "failing" || status === "off");
  return { ok: true, data: affected.length + (configProblem === undefined ? 0 : 1) };
}

import type { Answer } from "../api.ts";
import { stateWord } from "./destinations/destination-status.ts";
import { loadConfigProblem, loadDestinations } from "./destinations/destinations.ts";
import { keepFresh } from "./fresh.svelte.ts";

/**
 * How many things of passing on a person has to look at, kept fresh: destinations that fail or were switched off, and a
 * settings file that was refused. Has to be closed.
 */
export function openAttention() {
  return keepFresh(countToLookAt, 5000);
}

async function countToLookAt(signal: AbortSignal): Promise<Answer<number>> {
  const [destinations, configProblem] = await Promise.all([
    loadDestinations(signal),
    loadConfigProblem(signal),
  ]);
  if (!destinations.ok) return destinations;
  const words = destinations.data.map((destination) => stateWord(destination, Date.now()));
  const troubled = words.filter((word) => word === "failing" || word === "off");
  return { ok: true, data: troubled.length + (configProblem === undefined ? 0 : 1) };
}

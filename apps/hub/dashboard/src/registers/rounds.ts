import type { DifferenceKind } from "../../../src/registers/compare-round.ts";
import type { DifferenceRecord, RoundRecord } from "../../../src/store/rounds.ts";
import type { Result } from "../api.ts";
import { callApi, loadList } from "../session.svelte.ts";
import { roundTexts as texts } from "../texts/registers.ts";
import { formatRelativeTime } from "../time-format.ts";
import { registerPath } from "./registers.ts";

export type Round = RoundRecord;
export type Difference = DifferenceRecord;

/** The most differences that are loaded, which is the limit of the API. */
export const loadedDifferences = 500;

/** Loads the newest rounds of a register, the newest first. */
export function loadRounds(name: string, signal?: AbortSignal): Promise<Result<Round[]>> {
  return loadList(`${registerPath(name, "rounds")}?limit=5`, "rounds", signal);
}

export function loadRound(name: string, id: number, signal?: AbortSignal): Promise<Result<Round>> {
  return callApi<Round>("GET", registerPath(name, "rounds", id), undefined, { signal });
}

/** Loads the first differences of a round, of all kinds or of some. */
export function loadDifferences(
  name: string,
  round: number,
  kind: DifferenceKind | "differences" | undefined,
  signal?: AbortSignal,
): Promise<Result<Difference[]>> {
  const params = new URLSearchParams({ limit: String(loadedDifferences) });
  if (kind) params.set("kind", kind);
  const path = registerPath(name, "rounds", round, "differences");
  return loadList(`${path}?${params}`, "differences", signal);
}

/** Begins, ends or books a round. */
export function actOnRound<Outcome>(
  name: string,
  round: number,
  act: "end" | "apply" | "undo",
): Promise<Result<Outcome>> {
  return callApi<Outcome>("POST", registerPath(name, "rounds", round, act), {});
}

/** Says what became of a round, and when, such as `ended: 3 differences · 5 minutes ago`. */
export function describeRound(round: Round, now: number): string {
  const { beganAt, endedAt, appliedAt } = round;
  return `${describeState(round)} · ${formatRelativeTime(appliedAt ?? endedAt ?? beganAt, now)}`;
}

function describeState(round: Round): string {
  const { counted, visited, places, endedAt, appliedAt, isComparing, differences } = round;
  if (isComparing) return texts.comparing;
  if (endedAt === undefined) return texts.goingOn({ count: counted, visited, places });
  if (appliedAt !== undefined) return texts.applied;
  const { found: _, ...others } = differences;
  return texts.ended({ count: Object.values(others).reduce((sum, count) => sum + count, 0) });
}

import { toIntervalMs } from "../registers/interval.ts";
import { type DueStage, dueStages } from "../registers/register.ts";
import type { RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { findStage } from "./care-counts.ts";
import { openActs } from "./manual-actions.ts";

/** No thing is due earlier before its date, unless the rules say so, in milliseconds. */
const usualLeadMs = 15 * 86_400_000;

/**
 * Reports in the journal of a register that the dates of things have come, each stage of a date
 * once. Every node stores the same scan for this, so the store decides only once. What is left when
 * the signal aborts is reported at the next call. Resolves to the number of reports.
 */
export async function remindOfDates(
  store: Store,
  register: RegisterRecord,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const { id, kind, rules } = register;
  const isRepeated = (rules.every ?? rules.everyByGroup) !== undefined;
  const last: DueStage = isRepeated ? "missed" : "overdue";
  const usualMs = kind === "loans" ? 0 : usualLeadMs;
  const leadMs = rules.leadTime === undefined ? usualMs : toIntervalMs(rules.leadTime);
  const found = await store.datedThings(id, {
    before: now.getTime() + leadMs + 1,
    told: toNumber(last),
  });
  const due = found.flatMap(({ entry, state }) => {
    const stage = findStage(register, { ...state, group: entry.group }, now.getTime());
    // A blocked thing is out of use, and only what is lent has to come back nevertheless.
    if (entry.blocked && state.status !== "lent") return [];
    return stage && toNumber(stage) > (state.told ?? 0) ? { entry: entry.id, state, stage } : [];
  });
  if (due.length === 0) return 0;
  const act = await openActs(store, id);
  let count = 0;
  for (const { entry, state, stage } of due) {
    if (signal?.aborted) break;
    const turn = state.effective;
    const identifier = `remind:${id}:${entry}:${turn}:${stage}`;
    const request = { kind: "remind", register: id, entry, turn, stage } as const;
    await act?.(request, { date: new Date(state.dueAt ?? 0), identifier });
    count += 1;
  }
  return count;
}

function toNumber(stage: DueStage): number {
  return dueStages.indexOf(stage) + 1;
}

import { setTimeout as wait } from "node:timers/promises";
import type { Sealing } from "../secrets/sealing.ts";
import type { Definitions } from "./parse.ts";
import { planDefinitions } from "./plan.ts";
import type { PlannedStep, PlanningStore } from "./planned-step.ts";
import { compareSecretValues } from "./secret-changes.ts";

/**
 * The result of applying a file: the changes, such as `added destination erp`, and consequences
 * that a person should know about; or why nothing was changed.
 */
export type Applied =
  | { ok: true; changes: string[]; notices: string[] }
  | { ok: false; reason: string };

/**
 * Makes the store match the file, by the steps of `planDefinitions`. Running this twice, or on
 * several nodes at the same time, has the same result: where another node was faster, the rest is
 * planned anew. Rejects with `StoreUnavailable`; then it can be called again.
 */
export async function applyDefinitions(
  { store, sealing }: { store: PlanningStore; sealing: Sealing },
  wanted: Definitions,
): Promise<Applied> {
  const changes: string[] = [];
  const notices: string[] = [];
  for (;;) {
    const plan = await planDefinitions(store, compareSecretValues(sealing), wanted);
    if (!plan.ok) return plan;
    let isOvertaken = false;
    for (const step of plan.value) {
      const outcome = await step.run();
      isOvertaken = outcome === "overtaken";
      if (isOvertaken) break;
      if (outcome === "gone") continue;
      changes.push(describeStep(step));
      if (step.notice !== undefined) notices.push(step.notice);
    }
    if (!isOvertaken) return { ok: true, changes, notices };
    // The change of another node may take a moment to be seen here.
    await wait(overtakenMs);
  }
}

const overtakenMs = 50;

function describeStep({ kind, name, action }: PlannedStep): string {
  return name === undefined ? `${action} ${kind}` : `${action} ${kind} ${name}`;
}

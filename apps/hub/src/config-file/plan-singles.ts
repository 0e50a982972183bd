import { isDeepStrictEqual } from "node:util";
import { listFields } from "./plan-fields.ts";
import type { PlannedStep, Planning } from "./planned-step.ts";

/**
 * Plans the settings of alerts. Those that are gone from the file stay as they are, and the
 * dashboard may change them.
 */
export async function planAlerts({ store, wanted }: Planning): Promise<PlannedStep[]> {
  const { origin, revision: _, changedAt: __, ...existing } = await store.alertSettings();
  const { alerts } = wanted;
  if (!alerts) {
    const run = async () => {
      await store.setAlertSettings(existing, "dashboard");
      return "done" as const;
    };
    return origin === "file" ? [{ kind: "alerts", action: "handed over", fields: [], run }] : [];
  }
  if (origin === "file" && isDeepStrictEqual(existing, alerts)) return [];
  const run = async () => {
    await store.setAlertSettings(alerts, "file");
    return "done" as const;
  };
  return [{ kind: "alerts", action: "changed", fields: listFields(existing, alerts), run }];
}

/** Plans how long the journal of changes is kept, as `planAlerts` does. */
export async function planJournal({ store, wanted }: Planning): Promise<PlannedStep[]> {
  const [keepDays, origin] = await Promise.all([store.changesKeepDays(), store.changesOrigin()]);
  const { changes } = wanted;
  const keepFor = (days: number | undefined, keeper: "dashboard" | "file") => async () => {
    await store.setChangesKeepDays(days, keeper);
    return "done" as const;
  };
  if (!changes) {
    if (origin !== "file") return [];
    const run = keepFor(keepDays, "dashboard");
    return [{ kind: "changes", action: "handed over", fields: [], run }];
  }
  const wantedDays = changes.keepDays || undefined;
  if (origin === "file" && keepDays === wantedDays) return [];
  const fields = listFields({ keepDays }, { keepDays: wantedDays ?? 0 });
  return [{ kind: "changes", action: "changed", fields, run: keepFor(wantedDays, "file") }];
}

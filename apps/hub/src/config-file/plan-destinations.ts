import { isDeepStrictEqual } from "node:util";
import type { CheckedDestination } from "../definitions/destination.ts";
import type { Parsed } from "../parsed.ts";
import type { DestinationChange, DestinationWithSecrets, SealedSecrets } from "../store/routing.ts";
import { listFields } from "./plan-fields.ts";
import type { PlannedStep, Planning } from "./planned-step.ts";
import { describeDestination } from "./print.ts";

/** Plans the destinations of the file. Without the key of the secrets, there is no plan. */
export async function planDestinations(planning: Planning): Promise<Parsed<PlannedStep[]>> {
  const { secrets, wanted } = planning;
  const steps: PlannedStep[] = [];
  for (const [name, destination] of wanted.destinations) {
    const sealed = await secrets.seal({ of: "destination", name }, destination);
    if (!sealed.ok) return sealed;
    const step = await planDestination(planning, name, destination, sealed.value);
    if (step) steps.push(step);
  }
  return { ok: true, value: steps };
}

/** Returns the step that adds or changes a destination. Undefined if it matches already. */
async function planDestination(
  { store, secrets, routing }: Planning,
  name: string,
  wanted: CheckedDestination,
  sealed: SealedSecrets,
): Promise<PlannedStep | undefined> {
  const existing = routing.destinations.find((record) => record.name === name);
  const saved = existing && (await store.destinationWithSecrets(existing.id));
  if (!saved) {
    const { keptSecrets: _, ...record } = wanted;
    const destination = { ...record, name, secrets: sealed, origin: "file" } as const;
    const shown = describeDestination(destination);
    return {
      kind: "destination",
      name,
      action: "added",
      fields: listFields(undefined, { ...shown, secrets: sealed }),
      run: async () => ((await store.addDestination(destination)) ? "done" : "overtaken"),
    };
  }
  const changedSecrets = await secrets.compare({ of: "destination", name }, wanted, sealed, {
    names: saved.destination.secrets,
    sealed: saved.sealed,
  });
  const change = compareDestination(saved, wanted, changedSecrets);
  if (Object.keys(change).length === 0) return undefined;
  return {
    kind: "destination",
    name,
    action: "changed",
    fields: listFields(saved.destination, change),
    async run() {
      const outcome = await store.changeDestination(name, change, saved);
      return outcome === "changed" ? "done" : "overtaken";
    },
  };
}

function compareDestination(
  { destination: existing }: DestinationWithSecrets,
  wanted: CheckedDestination,
  secrets: Record<string, string | null>,
): DestinationChange {
  const change: DestinationChange = {};
  if ((existing.title ?? "") !== (wanted.title ?? "")) change.title = wanted.title ?? "";
  if (existing.kind !== wanted.kind) change.kind = wanted.kind;
  if (!isDeepStrictEqual(existing.settings, wanted.settings)) change.settings = wanted.settings;
  if (existing.concurrency !== wanted.concurrency) change.concurrency = wanted.concurrency;
  if (existing.ordered !== wanted.ordered) change.ordered = wanted.ordered;
  if (existing.allowPrivate !== wanted.allowPrivate) change.allowPrivate = wanted.allowPrivate;
  if (existing.origin !== "file") change.origin = "file";
  // The destination was held because it had vanished from the file; now it is back.
  if (existing.notice?.startsWith(describeVanished(existing.name))) change.state = "on";
  if (Object.keys(secrets).length > 0) change.secrets = secrets;
  return change;
}

/**
 * Plans what becomes of the destinations that are gone from the file: one that nothing needs is
 * removed. If deliveries wait for it or a route leads to it, it is held and handed over to the
 * dashboard, because a line that vanishes from a file must not drop deliveries.
 */
export async function planVanishedDestinations(planning: Planning): Promise<PlannedStep[]> {
  const { store, wanted, routing } = planning;
  const vanished = routing.destinations.filter(
    ({ name, origin }) => origin === "file" && !wanted.destinations.has(name),
  );
  if (vanished.length === 0) return [];
  const allCounts = await store.deliveryCounts();
  return vanished.map(({ name, state }): PlannedStep => {
    const waiting = allCounts.find((counts) => counts.destination === name)?.pending ?? 0;
    const cause = describeNeed(planning, name, waiting);
    if (cause === undefined)
      return {
        kind: "destination",
        name,
        action: "removed",
        fields: [],
        run: async () => ((await store.removeDestination(name)) ? "done" : "overtaken"),
      };
    const notice = `${describeVanished(name)} while ${cause}, so it is held. Switch it on or remove it in the dashboard.`;
    // A destination that a person paused stays paused when it is back in the file.
    const change: DestinationChange = state === "held" ? {} : { state: "held", notice };
    return {
      kind: "destination",
      name,
      action: "held",
      fields: [],
      notice,
      async run() {
        const handed = { origin: "dashboard", ...change } as const;
        const outcome = await store.changeDestination(name, handed);
        return outcome === "changed" ? "done" : "overtaken";
      },
    };
  });
}

/** Returns what still needs a destination that is gone from the file. Undefined: nothing. */
function describeNeed({ routing, wanted }: Planning, name: string, waiting: number) {
  if (waiting > 0)
    return `${waiting} ${waiting === 1 ? "delivery waits" : "deliveries wait"} for it`;
  const isNeeded = routing.routes.some(
    (route) =>
      route.destination === name && route.origin === "dashboard" && !wanted.routes.has(route.name),
  );
  return isNeeded ? "a route of the dashboard leads to it" : undefined;
}

const describeVanished = (name: string) => `The destination ${name} is gone from the settings file`;

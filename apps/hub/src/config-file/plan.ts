import type { Parsed } from "../parsed.ts";
import type { Definitions } from "./parse.ts";
import { planDestinations, planVanishedDestinations } from "./plan-destinations.ts";
import { planInboxes } from "./plan-inboxes.ts";
import { planRegisters } from "./plan-registers.ts";
import { planRoutes, planVanishedRoutes } from "./plan-routes.ts";
import { planAlerts, planJournal } from "./plan-singles.ts";
import type { PlannedStep, PlanningStore } from "./planned-step.ts";
import type { SecretChanges } from "./secret-changes.ts";

/**
 * Plans what makes the store match a settings file, in the order in which it has to be done, and
 * changes nothing. Things of the same names that the dashboard keeps are taken over; what only an
 * earlier version of the file defined is removed or handed over. Returns a reason if the file
 * cannot be applied.
 */
export async function planDefinitions(
  store: PlanningStore,
  secrets: SecretChanges,
  wanted: Definitions,
): Promise<Parsed<PlannedStep[]>> {
  const [routing, registers, inboxes] = await Promise.all([
    store.routing(),
    store.registers(),
    store.inboxSettings(),
  ]);
  const planning = { store, secrets, wanted, routing, registers, inboxes };
  const ofInboxes = await planInboxes(planning);
  if (!ofInboxes.ok) return ofInboxes;
  const ofDestinations = await planDestinations(planning);
  if (!ofDestinations.ok) return ofDestinations;
  const ofRegisters = await planRegisters(planning);
  if (!ofRegisters.ok) return ofRegisters;
  return {
    ok: true,
    value: [
      ...ofInboxes.value,
      ...ofDestinations.value,
      ...planRoutes(planning),
      ...planVanishedRoutes(planning),
      ...(await planVanishedDestinations(planning)),
      ...ofRegisters.value,
      ...(await planAlerts(planning)),
      ...(await planJournal(planning)),
    ],
  };
}

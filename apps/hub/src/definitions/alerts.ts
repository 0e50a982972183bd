import { type Static, Type } from "typebox";
import { findAlertObstacle } from "../destinations/sender.ts";
import type { AlertSettings } from "../store/alerts.ts";
import type { DestinationRecord } from "../store/routing.ts";
import { say } from "../texts/exact-message.ts";
import { type InvalidDefinition, refuseFor } from "./destination.ts";

const maxDestinations = 20;

/** The settings of alerts, the same in the API and in the settings file. */
export const alertProperties = {
  destinations: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: maxDestinations,
      description:
        "The names of the destinations that alerts go to. Each alert goes through the first one that is on and does not fail, never through the one it is about. Empty: no alerts.",
    }),
  ),
  failingMinutes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1440,
      description: "How long a destination must be failing before there is an alert.",
    }),
  ),
  diskPercent: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 50,
      description: "The disk is nearly full with less free than this part of it.",
    }),
  ),
  diskGiB: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1024,
      description:
        "The disk is nearly full with less free than this many GiB, but at most a quarter of it.",
    }),
  ),
  backupDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 365,
      description:
        "The age in days from which on the last backup is old. 0: never. Counts once `scanhook backup` has made one.",
    }),
  ),
};

/** Unknown names are refused, because a misspelled name would silently have no effect. */
export const alertDefinitionSchema = Type.Object(alertProperties, { additionalProperties: false });

export type AlertDefinition = Static<typeof alertDefinitionSchema>;

/** The parts of a destination that decide whether it can take alerts. */
export type AlertCandidate = Pick<DestinationRecord, "name" | "kind" | "settings">;

/**
 * Checks the definition of alerts, whose types are valid already. Settings that are missing in the
 * definition are taken from `base`. `findDestination` returns a destination by its name; undefined
 * if there is none.
 */
export function checkAlerts(
  definition: AlertDefinition,
  base: AlertSettings,
  findDestination: (name: string) => AlertCandidate | undefined,
): { ok: true; settings: AlertSettings } | InvalidDefinition {
  const settings = { ...base, ...definition };
  const problems = (definition.destinations ?? []).flatMap((name) => {
    const destination = findDestination(name);
    const problem = destination ? findAlertObstacle(destination) : say("alert-destination-missing");
    const reason = problem && say("alert-destination", { name, problem });
    return reason === undefined ? [] : [{ field: "destinations", reason }];
  });
  const refusal = refuseFor(problems);
  if (refusal) return refusal;
  return { ok: true, settings: { ...settings, destinations: [...new Set(settings.destinations)] } };
}

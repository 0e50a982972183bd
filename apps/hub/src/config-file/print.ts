import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import { defaultConcurrency } from "../definitions/schemas.ts";
import { type AlertSettings, defaultAlertSettings } from "../store/alerts.ts";
import type { DestinationRecord, RouteRecord, Routing } from "../store/forwarding.ts";
import type { RegisterRecord } from "../store/registers.ts";
import { toVariableName } from "./variables.ts";

/**
 * Returns destinations, routes and, if there are any, registers and alerts as YAML for the settings
 * file, sorted by name, without defaults and without the entries of registers. Secrets become
 * variables to set where the file is read.
 */
export function formatDefinitions(
  { destinations, routes }: Routing,
  alerts: AlertSettings = defaultAlertSettings,
  registers: readonly RegisterRecord[] = [],
): string {
  const usedVariables = new Set<string>();
  const definitions = {
    destinations: toMapping(destinations, (one) => describeDestination(one, usedVariables)),
    routes: toMapping(routes, describeRoute),
    registers: unlessEmpty(toMapping(registers, describeRegister)),
    alerts: alerts.destinations.length > 0 ? describeAlerts(alerts) : undefined,
  };
  // Leaves out what is undefined. The lines of a template stay as they are, because a folded
  // template is hard to edit.
  return stringify(definitions, { lineWidth: 0 });
}

function describeAlerts(alerts: AlertSettings) {
  return Object.fromEntries(
    Object.entries(defaultAlertSettings).flatMap(([name, byDefault]) => {
      const value = alerts[name as keyof AlertSettings];
      return isDeepStrictEqual(value, byDefault) ? [] : [[name, value]];
    }),
  );
}

function toMapping<Named extends { name: string }>(
  records: readonly Named[],
  describe: (one: Named) => object,
) {
  const sorted = records.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(sorted.map((one) => [one.name, describe(one)]));
}

/**
 * `usedVariables` holds the variables of earlier destinations, so that no two secrets share one.
 */
function describeDestination(destination: DestinationRecord, usedVariables: Set<string>) {
  const { name, title, kind, settings, secrets, concurrency, ordered, allowPrivate } = destination;
  const variables = secrets.toSorted().map((field) => {
    let variable = toVariableName(name, field);
    while (usedVariables.has(variable)) variable += "_";
    usedVariables.add(variable);
    return [field, `\${${variable}}`];
  });
  return {
    title: title || undefined,
    kind,
    settings: unlessEmpty(settings),
    secrets: unlessEmpty(Object.fromEntries(variables)),
    concurrency: unless(defaultConcurrency, concurrency),
    ordered: unless(false, ordered),
    allowPrivate: unless(false, allowPrivate),
  };
}

function describeRoute({ title, inbox, destination, filter, shape, mode, on }: RouteRecord) {
  return {
    title: title || undefined,
    inbox,
    destination,
    filter: unlessEmpty(filter),
    shape: shape.format === "ready-made" ? undefined : shape,
    mode: unless("stored", mode),
    on: unless(true, on),
  };
}

function describeRegister(register: RegisterRecord) {
  const { title, kind, rules, entriesFrom, keepDays, bindings } = register;
  return {
    title: title || undefined,
    kind,
    rules: unlessEmpty(rules),
    entriesFrom,
    keepDays,
    bindings: unlessEmpty(
      bindings.map(({ inbox, action, answer }) => ({
        inbox,
        action: unless("in", action),
        answer: unless("negotiated", answer),
      })),
    ),
  };
}

function unless<Value>(byDefault: Value, value: Value): Value | undefined {
  return value === byDefault ? undefined : value;
}

function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

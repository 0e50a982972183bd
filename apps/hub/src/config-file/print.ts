import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import { defaultConcurrency } from "../definitions/schemas.ts";
import { formatSpan, toSpans } from "../definitions/span.ts";
import { type Action, actions } from "../registers/register.ts";
import { type AlertSettings, defaultAlertSettings } from "../store/alerts.ts";
import type { RegisterRecord } from "../store/registers.ts";
import type { DestinationRecord, RouteRecord, Routing } from "../store/routing.ts";
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
    destinations: toMapping(destinations, (record) => describeDestination(record, usedVariables)),
    routes: toMapping(routes, describeRoute),
    registers: unlessEmpty(
      toMapping(registers, (record) => describeRegister(record, usedVariables)),
    ),
    alerts: alerts.destinations.length > 0 ? describeAlerts(alerts) : undefined,
  };
  // `stringify` leaves out undefined values. Lines are not folded, because a folded template is
  // hard to edit.
  return stringify(definitions, { lineWidth: 0 });
}

function describeAlerts(alerts: AlertSettings) {
  return Object.fromEntries(
    Object.entries(defaultAlertSettings).flatMap(([name, defaultValue]) => {
      const value = alerts[name as keyof AlertSettings];
      return isDeepStrictEqual(value, defaultValue) ? [] : [[name, value]];
    }),
  );
}

function toMapping<Named extends { name: string }>(
  records: readonly Named[],
  describe: (record: Named) => object,
) {
  const sorted = records.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(sorted.map((record) => [record.name, describe(record)]));
}

/**
 * Describes a destination. Adds its variables to `usedVariables`, which holds the variables of
 * earlier destinations, so that no two secrets share a variable.
 */
function describeDestination(destination: DestinationRecord, usedVariables: Set<string>) {
  const { title, kind, settings, concurrency, ordered, allowPrivate } = destination;
  return {
    title: title || undefined,
    kind,
    settings: unlessEmpty(settings),
    secrets: describeSecrets(destination, usedVariables),
    concurrency: unless(defaultConcurrency, concurrency),
    ordered: unless(false, ordered),
    allowPrivate: unless(false, allowPrivate),
  };
}

/** Returns variables in place of the secrets of a destination or a register. */
function describeSecrets(
  { name, secrets }: { name: string; secrets: readonly string[] },
  usedVariables: Set<string>,
) {
  const variables = secrets.toSorted().map((field) => {
    let variable = toVariableName(name, field);
    while (usedVariables.has(variable)) variable += "_";
    usedVariables.add(variable);
    return [field, `\${${variable}}`];
  });
  return unlessEmpty(Object.fromEntries(variables));
}

function describeRoute(route: RouteRecord) {
  const { title, inbox, destination, filter, shape, mode, on } = route;
  const { expires, oncePer } = toSpans(route);
  return {
    title: title || undefined,
    inbox,
    destination,
    filter: unlessEmpty(filter),
    shape: shape.format === "ready-made" ? undefined : shape,
    mode: unless("stored", mode),
    expires: expires && formatSpan(expires),
    oncePer: oncePer && formatSpan(oncePer),
    on: unless(true, on),
  };
}

function describeRegister(register: RegisterRecord, usedVariables: Set<string>) {
  const { title, kind, rules, entriesFrom, peopleFrom, keepDays, bindings } = register;
  return {
    title: title || undefined,
    kind,
    rules: unlessEmpty(rules),
    entriesFrom,
    peopleFrom,
    keepDays,
    secrets: describeSecrets(register, usedVariables),
    bindings: unlessEmpty(
      bindings.map(({ inbox, action, answer }) => ({
        inbox,
        action: unless<Action>(actions[kind][0], action),
        answer: unless("negotiated", answer),
      })),
    ),
  };
}

function unless<Value>(defaultValue: Value, value: Value): Value | undefined {
  return value === defaultValue ? undefined : value;
}

function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

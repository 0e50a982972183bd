import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import { toCheckedInbox } from "../definitions/inbox.ts";
import { defaultConcurrency } from "../definitions/schemas.ts";
import { formatSpan, toSpans } from "../definitions/span.ts";
import { type Action, actions, type KindName } from "../registers/register.ts";
import { type AlertSettings, defaultAlertSettings } from "../store/alerts.ts";
import type { InboxSettings } from "../store/inboxes.ts";
import { titleOfOwnInbox } from "../store/own-inboxes.ts";
import type { Binding, RegisterRecord } from "../store/registers.ts";
import type { DestinationRecord, RouteRecord, Routing } from "../store/routing.ts";
import { toVariableName } from "./variables.ts";

/** The parts of a settings file. Those that are missing are not printed. */
export type PrintedParts = {
  /** Settings of the hub, by their names in the file, without secret ones. */
  settings?: Readonly<Record<string, unknown>> | undefined;
  inboxes?: readonly InboxSettings[];
  routing: Routing;
  registers?: readonly RegisterRecord[];
  alerts?: AlertSettings | undefined;
  changes?: { keepDays?: number | undefined } | undefined;
};

/** A variable that a printed file names in place of a secret, such as that of `destination erp`. */
export type PrintedVariable = { name: string; of: string; field: string };

/**
 * Returns a hub's configuration as YAML for the settings file, sorted by name, without defaults and
 * without the entries of registers. Secrets become variables to set where the file is read.
 */
export function formatDefinitions(parts: PrintedParts): string {
  return printDefinitions(parts).yaml;
}

/** Prints as `formatDefinitions` does, and also returns the variables of the file. */
export function printDefinitions({
  settings = {},
  inboxes = [],
  routing: { destinations, routes },
  registers = [],
  alerts,
  changes,
}: PrintedParts): { yaml: string; variables: PrintedVariable[] } {
  const variables: PrintedVariable[] = [];
  const definitions = {
    ...settings,
    inboxes: unlessEmpty(toMapping(inboxes.filter(isWorthPrinting), describeInbox)),
    destinations: toMapping(destinations, (record) =>
      describeDestination(record, describeSecrets("destination", record, variables)),
    ),
    routes: toMapping(routes, describeRoute),
    registers: unlessEmpty(
      toMapping(registers, (record) =>
        describeRegister(record, describeSecrets("register", record, variables)),
      ),
    ),
    alerts: alerts && unlessEmpty(describeAlerts(alerts)),
    changes: changes?.keepDays === undefined ? undefined : changes,
  };
  // `stringify` leaves out undefined values. Lines are not folded, because a folded template is
  // hard to edit.
  return { yaml: stringify(definitions, { lineWidth: 0 }), variables };
}

/** The hub makes its own inboxes when it needs them, and a file says how only if they differ. */
function isWorthPrinting(inbox: InboxSettings): boolean {
  return titleOfOwnInbox(inbox.name) === undefined || Object.keys(describeInbox(inbox)).length > 0;
}

/** Returns an inbox as the file has it, without its users. */
export function describeInbox(inbox: Omit<InboxSettings, "origin">): object {
  const { title, open, keepDays, keepScans, audit } = toCheckedInbox(inbox);
  const own = titleOfOwnInbox(inbox.name) ?? "";
  const values = { title, open, keepDays, keepScans, audit };
  const defaults = { title: own, open: false, keepDays: 0, keepScans: 0, audit: false };
  return leaveOutDefaults(values, defaults);
}

function describeAlerts(alerts: AlertSettings): object {
  const { destinations, failingMinutes, diskPercent, diskGiB, backupDays } = alerts;
  const values = { destinations, failingMinutes, diskPercent, diskGiB, backupDays };
  return leaveOutDefaults(values, defaultAlertSettings);
}

function leaveOutDefaults<Values extends object>(values: Values, defaults: Values): object {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !isDeepStrictEqual(value, defaults[name as keyof Values]),
    ),
  );
}

function toMapping<Named extends { name: string }>(
  records: readonly Named[],
  describe: (record: Named) => object,
) {
  const sorted = records.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(sorted.map((record) => [record.name, describe(record)]));
}

/** Returns a destination as the file has it, with `secrets` as its secrets. */
export function describeDestination(
  destination: Pick<
    DestinationRecord,
    "title" | "kind" | "settings" | "concurrency" | "ordered" | "allowPrivate"
  >,
  secrets?: object,
) {
  const { title, kind, settings, concurrency, ordered, allowPrivate } = destination;
  return {
    title: title || undefined,
    kind,
    settings: unlessEmpty(settings),
    secrets,
    concurrency: unless(defaultConcurrency, concurrency),
    ordered: unless(false, ordered),
    allowPrivate: unless(false, allowPrivate),
  };
}

/**
 * Returns variables in place of the secrets of a destination or a register. Adds them to
 * `variables`, which holds those of earlier ones, so that no two secrets share a variable.
 */
function describeSecrets(
  kind: "destination" | "register",
  { name, secrets }: { name: string; secrets: readonly string[] },
  variables: PrintedVariable[],
): object | undefined {
  const named = secrets.toSorted().map((field) => {
    let variable = toVariableName(name, field);
    while (variables.some((used) => used.name === variable)) variable += "_";
    variables.push({ name: variable, of: `${kind} ${name}`, field });
    return [field, `\${${variable}}`];
  });
  return unlessEmpty(Object.fromEntries(named));
}

/** Returns a route as the file has it. */
export function describeRoute(
  route: Omit<RouteRecord, "id" | "name" | "origin" | "createdAt" | "revision" | "changedAt">,
) {
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

/** Returns a register as the file has it, with `secrets` as its secrets. */
export function describeRegister(
  register: Pick<
    RegisterRecord,
    "title" | "kind" | "rules" | "entriesFrom" | "peopleFrom" | "keepDays" | "bindings"
  >,
  secrets?: object,
) {
  const { title, kind, rules, entriesFrom, peopleFrom, keepDays, bindings } = register;
  return {
    title: title || undefined,
    kind,
    rules: unlessEmpty(rules),
    entriesFrom,
    peopleFrom,
    keepDays: keepDays || undefined,
    secrets,
    bindings: unlessEmpty(describeBindings(kind, bindings)),
  };
}

/** Returns the inboxes that feed a register of this kind as the file has them, sorted by name. */
export function describeBindings(kind: KindName, bindings: readonly Binding[]) {
  return bindings
    .toSorted((a, b) => (a.inbox < b.inbox ? -1 : 1))
    .map(({ inbox, action, answer }) => ({
      inbox,
      action: unless<Action>(actions[kind][0], action),
      answer: unless("negotiated", answer),
    }));
}

function unless<Value>(defaultValue: Value, value: Value): Value | undefined {
  return value === defaultValue ? undefined : value;
}

function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

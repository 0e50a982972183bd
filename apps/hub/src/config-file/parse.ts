import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { type AlertCandidate, alertDefinitionSchema, checkAlerts } from "../definitions/alerts.ts";
import {
  type CheckedDestination,
  checkDestination,
  type InvalidDefinition,
} from "../definitions/destination.ts";
import { type CheckedRegister, checkRegister } from "../definitions/register.ts";
import {
  type RegisterDefinition,
  registerDefinitionSchema,
} from "../definitions/register-schemas.ts";
import { type CheckedRoute, checkRoute } from "../definitions/route.ts";
import {
  type DestinationDefinition,
  destinationDefinitionSchema,
  type RouteDefinition,
  routeDefinitionSchema,
} from "../definitions/schemas.ts";
import { inboxNameRule } from "../definitions/text-rules.ts";
import { definitionSections, settingsTable } from "../settings/settings-table.ts";
import { readYamlMapping } from "../settings/yaml-mapping.ts";
import { type AlertSettings, defaultAlertSettings } from "../store/alerts.ts";
import { type ExistingRegisters, findRegisterConflict } from "./register-conflicts.ts";
import { fillVariables, type Variables } from "./variables.ts";

/** The destinations, routes and registers of the settings file, all valid. Secrets are in plain text. */
export type Definitions = {
  destinations: ReadonlyMap<string, CheckedDestination>;
  routes: ReadonlyMap<string, CheckedRoute>;
  registers: ReadonlyMap<string, CheckedRegister>;
  /** Missing if the file does not say anything about alerts. */
  alerts?: AlertSettings;
};

/** `definitions` is missing if the file has none of `destinations`, `routes`, `registers` and `alerts`. */
export type ParsedFile = { ok: true; definitions?: Definitions } | { ok: false; reason: string };

/**
 * Parses `destinations`, `routes`, `registers` and `alerts` of the settings file. Never throws; the reason for a refusal names the
 * field in the file. `findDestination` returns a destination that is not in the file, and `existing` is what the store has.
 */
export function parseConfigFile(
  text: string,
  options: {
    path: string;
    env: Variables;
    findDestination?: (name: string) => AlertCandidate | undefined;
    existing?: ExistingRegisters;
  },
): ParsedFile {
  const { path, env, findDestination = () => undefined } = options;
  const { existing = { routes: [], registers: [] } } = options;
  const result = readYamlMapping(text, path);
  if (!result.ok) return result;
  const { mapping } = result;
  // A name that is misspelled while the hub runs must not look like a file without definitions.
  const unknownName = Object.keys(mapping).find((name) => !knownNames.has(name));
  if (unknownName !== undefined) {
    const reason = `“${unknownName}” in ${path} is not a setting, nor is it ${definitionSections.slice(0, -1).join(", ")} or ${definitionSections.at(-1)}. Correct it.`;
    return { ok: false, reason: toOneLine(reason) };
  }
  if (!definitionSections.some((name) => name in mapping)) return { ok: true };
  const destinations = new Map<string, CheckedDestination>();
  const routes = new Map<string, CheckedRoute>();
  const registers = new Map<string, CheckedRegister>();
  const problem =
    readEntries<DestinationDefinition>(
      mapping,
      "destinations",
      destinationDefinitionSchema,
      (name, definition) => {
        const filled = fillVariables(definition.secrets ?? {}, env);
        if (!filled.ok) return filled;
        const checked = checkDestination({ ...definition, secrets: filled.secrets });
        if (!checked.ok) return checked;
        destinations.set(name, checked.destination);
        return undefined;
      },
    ) ??
    readEntries<RouteDefinition>(mapping, "routes", routeDefinitionSchema, (name, definition) => {
      const checked = checkRoute(
        definition,
        (destination) => destinations.get(destination)?.kind ?? findDestination(destination)?.kind,
      );
      if (!checked.ok) return checked;
      routes.set(name, checked.route);
      return undefined;
    }) ??
    readEntries<RegisterDefinition>(
      mapping,
      "registers",
      registerDefinitionSchema,
      (name, definition) => {
        const checked = checkRegister(definition);
        if (!checked.ok) return checked;
        registers.set(name, checked.register);
        return undefined;
      },
    ) ??
    findRegisterConflict({ routes, registers }, existing);
  if (problem) return refuseField(problem);
  const definitions = { destinations, routes, registers };
  if (!("alerts" in mapping)) return { ok: true, definitions };
  const alerts = readAlerts(mapping.alerts, (name) => {
    const destination = destinations.get(name);
    return destination ? { name, ...destination } : findDestination(name);
  });
  return alerts.ok
    ? { ok: true, definitions: { ...definitions, alerts: alerts.settings } }
    : refuseField(alerts);

  function refuseField({ field, reason }: { field: string; reason: string }): ParsedFile {
    return { ok: false, reason: toOneLine(`${field} in ${path}: ${reason}`) };
  }
}

function readAlerts(
  definition: unknown,
  find: (name: string) => AlertCandidate | undefined,
): ReturnType<typeof checkAlerts> {
  const value = definition ?? {};
  if (!isMapping(value)) {
    return { ok: false, field: "alerts", reason: "This must be a mapping. Correct it." };
  }
  const [error] = Value.Errors(alertDefinitionSchema, value);
  if (error) {
    const field = `alerts${error.instancePath.replaceAll("/", ".")}`;
    return { ok: false, field, reason: explainSchemaError(error) };
  }
  const checked = checkAlerts(value, defaultAlertSettings, find);
  return checked.ok ? checked : { ...checked, field: `alerts.${checked.field}` };
}

const knownNames = new Set([...settingsTable.map(({ name }) => name), ...definitionSections]);

/** Names in the file may contain anything, and this text goes to a terminal. */
function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

/** Reads each entry of a section. Stops at the first problem, whose `field` is its path in the file. */
function readEntries<Definition>(
  mapping: Readonly<Record<string, unknown>>,
  section: string,
  schema: TSchema,
  acceptEntry: (name: string, definition: Definition) => InvalidDefinition | undefined,
): { field: string; reason: string } | undefined {
  const entries = mapping[section] ?? {};
  if (!isMapping(entries)) {
    return { field: section, reason: "This must be a mapping of names. Correct it." };
  }
  for (const [name, definition] of Object.entries(entries)) {
    const path = `${section}.${name}`;
    if (!new RegExp(inboxNameRule.pattern, "u").test(name)) {
      return { field: path, reason: `A name has ${inboxNameRule.description}` };
    }
    if (!isMapping(definition))
      return { field: path, reason: "This must be a mapping. Correct it." };
    joinLists(definition.secrets);
    const [error] = Value.Errors(schema, definition);
    if (error) {
      const field = `${path}${error.instancePath.replaceAll("/", ".")}`;
      return { field, reason: explainSchemaError(error) };
    }
    const invalid = acceptEntry(name, definition as Definition);
    if (invalid) return { field: `${path}.${invalid.field}`, reason: invalid.reason };
  }
  return undefined;
}

/** A field with several secrets is one text with a line for each; a file may also list them. */
function joinLists(secrets: unknown): void {
  if (!isMapping(secrets)) return;
  for (const [name, value] of Object.entries(secrets)) {
    if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) continue;
    secrets[name] = value.join("\n");
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function explainSchemaError(error: { keyword: string; message: string; params: object }): string {
  if (error.keyword === "boolean") return "This name is unknown here. Correct it, or remove it.";
  if ("allowedValues" in error.params && Array.isArray(error.params.allowedValues)) {
    return `This must be one of ${error.params.allowedValues.join(", ")}.`;
  }
  if ("requiredProperties" in error.params && Array.isArray(error.params.requiredProperties)) {
    return `${error.params.requiredProperties.join(" and ")} must be set. Add it.`;
  }
  if (error.keyword === "format") {
    return "This must be a time with its zone, such as 2026-11-22T18:00:00+01:00.";
  }
  if ("type" in error.params && [error.params.type].flat().includes("string")) {
    return "This must be text. Put it in quotes.";
  }
  return `This ${error.message}. Correct it.`;
}

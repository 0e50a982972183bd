import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import {
  type CheckedDestination,
  checkDestination,
  type Misfit,
} from "../definitions/destination.ts";
import { type CheckedRoute, checkRoute } from "../definitions/route.ts";
import {
  type DestinationDefinition,
  destinationDefinitionSchema,
  type RouteDefinition,
  routeDefinitionSchema,
} from "../definitions/schemas.ts";
import { inboxNameRule } from "../definitions/text-rules.ts";
import { settingsTable } from "../settings/settings-table.ts";
import { readYamlMapping } from "../settings/yaml-mapping.ts";
import { fillVariables, type Variables } from "./variables.ts";

/** What the settings file says about passing on, checked as a whole; secrets are in the clear. */
export type Definitions = {
  destinations: ReadonlyMap<string, CheckedDestination>;
  routes: ReadonlyMap<string, CheckedRoute>;
};

/** `definitions` is missing when the file has neither `destinations` nor `routes`: then it says nothing about them. */
export type ParsedFile = { ok: true; definitions?: Definitions } | { ok: false; reason: string };

/**
 * Reads `destinations` and `routes` of the settings file. Never throws; what is wrong is one sentence with its place in
 * the file. `kindOf` tells the kind of a destination that is not in the file.
 */
export function parseConfigFile(
  text: string,
  parts: { path: string; env: Variables; kindOf?: (destination: string) => string | undefined },
): ParsedFile {
  const { path, env, kindOf = () => undefined } = parts;
  const read = readYamlMapping(text, path);
  if (!read.ok) return read;
  const { mapping } = read;
  // A name misspelt while the hub runs must not look like a file that says nothing.
  const unknown = Object.keys(mapping).find((name) => !names.has(name));
  if (unknown !== undefined) {
    const reason = `“${unknown}” in ${path} is no setting and neither destinations nor routes; correct it.`;
    return { ok: false, reason: inOneLine(reason) };
  }
  if (!("destinations" in mapping) && !("routes" in mapping)) return { ok: true };
  const destinations = new Map<string, CheckedDestination>();
  const routes = new Map<string, CheckedRoute>();
  const fault =
    readEntries<DestinationDefinition>(
      mapping,
      "destinations",
      destinationDefinitionSchema,
      (name, written) => {
        const filled = fillVariables(written.secrets ?? {}, env);
        if (!filled.ok) return filled;
        const checked = checkDestination({ ...written, secrets: filled.secrets });
        if (!checked.ok) return checked;
        destinations.set(name, checked.destination);
        return undefined;
      },
    ) ??
    readEntries<RouteDefinition>(mapping, "routes", routeDefinitionSchema, (name, written) => {
      const checked = checkRoute(written, (one) => destinations.get(one)?.kind ?? kindOf(one));
      if (!checked.ok) return checked;
      routes.set(name, checked.route);
      return undefined;
    });
  if (!fault) return { ok: true, definitions: { destinations, routes } };
  return { ok: false, reason: inOneLine(`${fault.field} in ${path}: ${fault.reason}`) };
}

const names = new Set([...settingsTable.map(({ name }) => name), "destinations", "routes"]);

/** Names in the file may be anything, and this goes to a terminal. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

/** Takes each entry of a section; stops at the first fault, whose `field` is its place in the file. */
function readEntries<Written>(
  mapping: Readonly<Record<string, unknown>>,
  section: string,
  schema: TSchema,
  take: (name: string, written: Written) => Misfit | undefined,
): { field: string; reason: string } | undefined {
  const entries = mapping[section] ?? {};
  if (!isMapping(entries)) {
    return { field: section, reason: "This must be a mapping of names; correct it." };
  }
  for (const [name, written] of Object.entries(entries)) {
    const place = `${section}.${name}`;
    if (!new RegExp(inboxNameRule.pattern, "u").test(name)) {
      return { field: place, reason: `A name has ${inboxNameRule.description}` };
    }
    if (!isMapping(written)) return { field: place, reason: "This must be a mapping; correct it." };
    joinLists(written.secrets);
    const [error] = Value.Errors(schema, written);
    if (error) {
      const field = `${place}${error.instancePath.replaceAll("/", ".")}`;
      return { field, reason: explain(error) };
    }
    const misfit = take(name, written as Written);
    if (misfit) return { field: `${place}.${misfit.field}`, reason: misfit.reason };
  }
  return undefined;
}

/** Several secrets of one field are one text a line; a file may also list them. */
function joinLists(secrets: unknown): void {
  if (!isMapping(secrets)) return;
  for (const [name, value] of Object.entries(secrets)) {
    if (!Array.isArray(value) || !value.every((one) => typeof one === "string")) continue;
    secrets[name] = value.join("\n");
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function explain(error: { keyword: string; message: string; params: object }): string {
  if (error.keyword === "boolean")
    return "This name is not known here; correct it, or take it out.";
  if ("allowedValues" in error.params && Array.isArray(error.params.allowedValues)) {
    return `This must be one of ${error.params.allowedValues.join(", ")}.`;
  }
  if ("requiredProperties" in error.params && Array.isArray(error.params.requiredProperties)) {
    return `${error.params.requiredProperties.join(" and ")} must be given; add it.`;
  }
  if ("type" in error.params && [error.params.type].flat().includes("string")) {
    return "This must be text; put it into quotes.";
  }
  return `This ${error.message}; correct it.`;
}

import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parseSettings, toVariableName } from "../settings/settings.ts";
import { settingsTable } from "../settings/settings-table.ts";
import { readYamlMapping } from "../settings/yaml-mapping.ts";
import type { Store } from "../store/store.ts";
import { type FileSettings, isSecret, pickFileSettings } from "./file-settings.ts";
import { describeMissingInboxes } from "./missing-inboxes.ts";
import { parseConfigFile } from "./parse.ts";
import { planDefinitions } from "./plan.ts";
import type { PlannedField } from "./plan-fields.ts";
import type { PlannedStep } from "./planned-step.ts";
import { compareSecretNames } from "./secret-changes.ts";
import { listVariables } from "./variables.ts";

/** A change that a settings file would make. The settings of the hub are one of the kind `hub`. */
export type PreviewedChange = {
  kind: PlannedStep["kind"] | "hub";
  name?: string;
  action: PlannedStep["action"];
  fields: PlannedField[];
};

type NamedThing = { kind: PlannedStep["kind"]; name?: string };

/** The changes that a hub would make for a settings file. */
export type Preview = {
  /** A sentence for each mistake; then the hub would refuse the file, and there is nothing else. */
  mistakes: string[];
  /** In the order in which they would be made. */
  changes: PreviewedChange[];
  /** Things that the file would take over from the dashboard without a change. */
  takenOver: NamedThing[];
  /** Things that the dashboard keeps and the file does not name. */
  leftAlone: NamedThing[];
  /** The variables from which the hub would take secrets. */
  variables: string[];
  /** Sentences about consequences, and about what was not compared. */
  notices: string[];
};

/**
 * Returns what a hub with this store would do if a text became its settings file, by the plan that
 * applying it follows. Reads no values of variables or stored secrets: of a secret that the file
 * gives and the hub has, it does not say whether it differs. `name` is the name of the file for
 * sentences, and `fileSettings` has the settings of the present file; those that `env` sets take
 * precedence, as at the start of the hub. Without `forOwner`, what only owners may see is not
 * compared.
 */
export async function previewFile(
  store: Store,
  text: string,
  options: {
    name: string;
    fileSettings: FileSettings;
    forOwner: boolean;
    env: Readonly<Record<string, string | undefined>>;
  },
): Promise<Preview> {
  const { name: path, fileSettings, forOwner, env } = options;
  const { destinations, routes } = await store.routing();
  const parsed = parseConfigFile(text, {
    path,
    env: undefined,
    findDestination: (name) =>
      destinations.find((record) => record.name === name && record.origin === "dashboard"),
    existing: { routes, registers: await store.registers() },
  });
  const mistakes = [...findWrongSettings(text, path, env), ...(parsed.ok ? [] : parsed.reasons)];
  // Both parsers report an unknown name at the top of the file with the same sentence.
  if (!parsed.ok || mistakes.length > 0) return refusePreview([...new Set(mistakes)]);
  const { definitions } = parsed;
  const plan = definitions
    ? await planDefinitions(store, compareSecretNames, definitions)
    : { ok: true as const, value: [] };
  if (!plan.ok) return refusePreview([plan.reason]);
  const steps = plan.value.filter(({ kind }) => forOwner || !ownersKinds.includes(kind));
  const wantedSettings = pickFileSettings(text);
  const ofHub = forOwner ? compareSettings(fileSettings, wantedSettings) : [];
  const missing = await describeMissingInboxes(
    definitions ?? { inboxes: new Map(), routes: new Map(), registers: new Map() },
    store,
  );
  const isTakenOver = ({ action, fields }: PlannedStep) =>
    action === "changed" && fields.length === 0;
  const variables = listFileVariables(text);
  return {
    mistakes: [],
    changes: [...ofHub, ...steps.filter((step) => !isTakenOver(step)).map(withoutRun)],
    takenOver: steps.filter(isTakenOver).map(toThing),
    leftAlone: definitions ? await listLeftAlone(store, definitions) : [],
    variables,
    notices: [
      ...steps.flatMap(({ notice }) => notice ?? []),
      ...missing.routes,
      ...missing.registers,
      ...(forOwner ? [] : describeNotCompared(definitions ?? {}, wantedSettings)),
      ...(ofHub.length > 0 ? ["Changed settings of the hub take effect at its next start."] : []),
    ],
  };
}

const ownersKinds: readonly string[] = ["alerts", "changes"];

function refusePreview(mistakes: string[]): Preview {
  const nothing = { changes: [], takenOver: [], leftAlone: [], variables: [], notices: [] };
  return { mistakes, ...nothing };
}

/** Returns the mistakes that would keep the hub from its next start. */
function findWrongSettings(
  text: string,
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const known = settingsTable.map(({ name }) => toVariableName(name));
  const settings = parseSettings({
    args: [],
    values: { config: path },
    env: Object.fromEntries(known.map((name) => [name, env[name]])),
    readFile: () => text,
  });
  // The sentences name the file by its whole path, which on a hub is not that of the file's owner.
  return settings.ok ? [] : settings.reason.replaceAll(resolve(path), path).split("\n");
}

/** Compares the settings at the top of two files. Of secret ones it says only which are set. */
function compareSettings(before: FileSettings, after: FileSettings): PreviewedChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const fields = names.flatMap((field): PlannedField[] => {
    const [from = null, to = null] = [before[field], after[field]];
    if (isSecret(field)) {
      if ((from === null) === (to === null)) return [];
      return [{ field, secret: to === null ? "removed" : "given" }];
    }
    return isDeepStrictEqual(toText(from), toText(to)) ? [] : [{ field, from, to }];
  });
  return fields.length === 0 ? [] : [{ kind: "hub", action: "changed", fields }];
}

/** Returns a setting as one text, as it may be written in several ways. */
function toText(value: unknown): string | null {
  if (value === null) return null;
  return value === false ? "off" : String(value);
}

function withoutRun({ run: _, notice: __, ...change }: PlannedStep): PreviewedChange {
  return change;
}

function toThing({ kind, name }: PlannedStep): NamedThing {
  return name === undefined ? { kind } : { kind, name };
}

type NamedDefinitions = Record<
  "inboxes" | "destinations" | "routes" | "registers",
  ReadonlyMap<string, unknown>
>;

async function listLeftAlone(store: Store, wanted: NamedDefinitions): Promise<NamedThing[]> {
  const { destinations, routes } = await store.routing();
  const lists = [
    ["inbox", wanted.inboxes, await store.inboxSettings()],
    ["destination", wanted.destinations, destinations],
    ["route", wanted.routes, routes],
    ["register", wanted.registers, await store.registers()],
  ] as const;
  return lists.flatMap(([kind, names, records]) =>
    records
      .filter(({ name, origin }) => origin === "dashboard" && !names.has(name))
      .map(({ name }) => ({ kind, name })),
  );
}

function describeNotCompared(
  { alerts, changes }: { alerts?: unknown; changes?: unknown },
  settings: FileSettings,
): string[] {
  const parts = [
    ...(Object.keys(settings).length > 0 ? ["the settings of the hub"] : []),
    ...(alerts === undefined ? [] : ["alerts"]),
    ...(changes === undefined ? [] : ["changes"]),
  ];
  if (parts.length === 0) return [];
  return [`Not compared, because only owners may see them: ${parts.join(", ")}.`];
}

/** Lists the variables of the secrets of a valid file. */
function listFileVariables(text: string): string[] {
  const mapping = readYamlMapping(text, "");
  if (!mapping.ok) return [];
  const owners = ["destinations", "registers"].flatMap((section) =>
    Object.values((mapping.value[section] ?? {}) as Record<string, { secrets?: object }>),
  );
  const secrets = owners.flatMap((owner) => Object.values(owner.secrets ?? {}).flat());
  return [...new Set(secrets.flatMap((secret: string | null) => listVariables(secret)))];
}

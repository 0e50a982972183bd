import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import {
  type AlertCandidate,
  type AlertDefinition,
  alertDefinitionSchema,
  checkAlerts,
} from "../definitions/alerts.ts";
import {
  type CheckedDestination,
  checkDestination,
  type InvalidDefinition,
  refuseFor,
} from "../definitions/destination.ts";
import {
  type CheckedInbox,
  completeInbox,
  type InboxDefinition,
  inboxDefinitionSchema,
} from "../definitions/inbox.ts";
import { type JournalDefinition, journalDefinitionSchema } from "../definitions/journal.ts";
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
import type { FieldProblem } from "../destinations/kind.ts";
import { definitionSections } from "../settings/settings-table.ts";
import { describeUnknownName, fileNames } from "../settings/unknown-name.ts";
import { readYamlMapping } from "../settings/yaml-mapping.ts";
import { type AlertSettings, defaultAlertSettings } from "../store/alerts.ts";
import { type ExistingRegisters, findRegisterConflict } from "./register-conflicts.ts";
import { findSchemaProblems } from "./schema-problems.ts";
import { fillVariables, splitByVariables, type Variables } from "./variables.ts";

/** The definitions of a settings file, all valid. Secrets are in plain text. */
export type Definitions = {
  inboxes: ReadonlyMap<string, CheckedInbox>;
  destinations: ReadonlyMap<string, CheckedDestination>;
  routes: ReadonlyMap<string, CheckedRoute>;
  registers: ReadonlyMap<string, CheckedRegister>;
  /** Missing if the file has no section `alerts`. */
  alerts?: AlertSettings;
  /** How the journal of changes is kept. Missing if the file has no section `changes`. */
  changes?: JournalDefinition;
};

/**
 * The result of parsing. `definitions` is missing if the file has none of `definitionSections`.
 * `reasons` has a sentence for each mistake, in the order of the file's sections.
 */
export type ParsedFile =
  | { ok: true; definitions?: Definitions }
  | { ok: false; reasons: readonly [string, ...string[]] };

/**
 * Parses the definitions of the settings file. Never throws; the reasons for a refusal name the
 * fields in the file. `env` has the variables of secrets; without it, their values are not known,
 * and the names of these secrets are among those to keep. `findDestination` returns a destination
 * that is not in the file; `existing` holds the routes and registers of the store.
 */
export function parseConfigFile(
  text: string,
  options: {
    path: string;
    env: Variables | undefined;
    findDestination?: (name: string) => AlertCandidate | undefined;
    existing?: ExistingRegisters;
  },
): ParsedFile {
  const { path, env, findDestination = () => undefined } = options;
  const { existing = { routes: [], registers: [] } } = options;
  const result = readYamlMapping(text, path);
  if (!result.ok) return { ok: false, reasons: [result.reason] };
  const mapping = result.value;
  const { problems, ...sections } = readSections(mapping, env, findDestination);
  const { destinations, routes, registers } = sections;
  const conflict = problems.length === 0 && findRegisterConflict({ routes, registers }, existing);
  if (conflict) problems.push(conflict);
  const alerts =
    "alerts" in mapping
      ? readAlerts(
          mapping.alerts,
          (name) => isRefused(mapping, destinations, name),
          (name) => {
            const destination = destinations.get(name);
            return destination ? { name, ...destination } : findDestination(name);
          },
        )
      : undefined;
  const changes = "changes" in mapping ? readJournal(mapping.changes) : undefined;
  for (const checked of [alerts, changes]) if (checked) problems.push(...listProblems(checked));
  const reasons = [
    ...findUnknownNames(mapping, path),
    ...problems.map(({ field, reason }) => `${field} in ${path}: ${reason}`),
  ].map(toOneLine);
  const [first, ...others] = reasons;
  if (first !== undefined) return { ok: false, reasons: [first, ...others] };
  if (!definitionSections.some((name) => name in mapping)) return { ok: true };
  const definitions: Definitions = sections;
  if (alerts?.ok) definitions.alerts = alerts.settings;
  if (changes?.ok) definitions.changes = changes.journal;
  return { ok: true, definitions };
}

/** Reads the sections with named entries, and returns all their problems. */
function readSections(
  mapping: Readonly<Record<string, unknown>>,
  env: Variables | undefined,
  findDestination: (name: string) => AlertCandidate | undefined,
) {
  const inboxes = new Map<string, CheckedInbox>();
  const destinations = new Map<string, CheckedDestination>();
  const routes = new Map<string, CheckedRoute>();
  const registers = new Map<string, CheckedRegister>();
  const ofInboxes = readEntries<InboxDefinition>(
    mapping,
    "inboxes",
    inboxDefinitionSchema,
    (name, definition) => {
      inboxes.set(name, completeInbox(name, definition));
      return [];
    },
  );
  const ofDestinations = readEntries<DestinationDefinition>(
    mapping,
    "destinations",
    destinationDefinitionSchema,
    (name, definition) => {
      const { checked, problems } = checkFilled(definition, env, (filled, kept) =>
        checkDestination(filled, { secrets: kept }),
      );
      if (checked.ok && problems.length === 0) destinations.set(name, checked.destination);
      return problems;
    },
  );
  const ofRoutes = readEntries<RouteDefinition>(
    mapping,
    "routes",
    routeDefinitionSchema,
    (name, definition) => {
      const checked = checkRoute(
        definition,
        (destination) => destinations.get(destination)?.kind ?? findDestination(destination)?.kind,
      );
      if (checked.ok) routes.set(name, checked.route);
      const isAboutRefused = ({ field }: FieldProblem) =>
        field === "destination" && isRefused(mapping, destinations, definition.destination);
      return listProblems(checked).filter((problem) => !isAboutRefused(problem));
    },
  );
  const ofRegisters = readEntries<RegisterDefinition>(
    mapping,
    "registers",
    registerDefinitionSchema,
    (name, definition) => {
      const { checked, problems } = checkFilled(definition, env, checkRegister);
      if (checked.ok && problems.length === 0) registers.set(name, checked.register);
      return problems;
    },
  );
  const problems = [...ofInboxes, ...ofDestinations, ...ofRoutes, ...ofRegisters];
  return { inboxes, destinations, routes, registers, problems };
}

/** Returns whether the file has this destination, but with a mistake. */
function isRefused(
  { destinations: written }: Readonly<Record<string, unknown>>,
  destinations: Definitions["destinations"],
  name: string,
): boolean {
  return isMapping(written) && Object.hasOwn(written, name) && !destinations.has(name);
}

/**
 * Checks a definition with the variables in its secrets filled in. Without `env`, the secrets with
 * variables are not checked but kept.
 */
function checkFilled<
  Definition extends { secrets?: Record<string, string | null> },
  Checked extends { ok: true },
>(
  definition: Definition,
  env: Variables | undefined,
  check: (definition: Definition, keptSecrets: readonly string[]) => Checked | InvalidDefinition,
): { checked: Checked | InvalidDefinition; problems: FieldProblem[] } {
  const written = definition.secrets ?? {};
  if (!env) {
    const [unknown, known] = splitByVariables(written);
    const checked = check({ ...definition, secrets: known }, unknown);
    return { checked, problems: [...listProblems(checked)] };
  }
  const filled = fillVariables(written, env);
  // If variables are missing, the secrets are checked as they are written, so that the mistakes in
  // other fields are found too.
  const secrets = filled.ok ? filled.secrets : written;
  const checked = check({ ...definition, secrets }, []);
  const ofVariables = listProblems(filled);
  const isNew = ({ field }: FieldProblem) =>
    !ofVariables.some((problem) => problem.field === field);
  return { checked, problems: [...ofVariables, ...listProblems(checked).filter(isNew)] };
}

/**
 * Returns a sentence for each unknown name at the top level. A name that is misspelled while the
 * hub runs must not look like a file without definitions.
 */
function findUnknownNames(mapping: Readonly<Record<string, unknown>>, path: string): string[] {
  return Object.keys(mapping)
    .filter((name) => !fileNames.includes(name))
    .map((name) => describeUnknownName(name, path));
}

const listProblems = (checked: { ok: true } | InvalidDefinition): readonly FieldProblem[] =>
  checked.ok ? [] : [checked, ...(checked.more ?? [])];

function readAlerts(
  definition: unknown,
  isRefused: (name: string) => boolean,
  find: (name: string) => AlertCandidate | undefined,
): { ok: true; settings: AlertSettings } | InvalidDefinition {
  const value = definition ?? {};
  if (!isMapping(value)) {
    return { ok: false, field: "alerts", reason: "This must be a mapping. Correct it." };
  }
  const refusal = refuseFor(findSchemaProblems(alertDefinitionSchema, value, "alerts"));
  if (refusal) return refusal;
  const { destinations, ...limits }: AlertDefinition = value;
  const known = destinations?.filter((name) => !isRefused(name));
  const checked = checkAlerts(
    { ...limits, ...(known && { destinations: known }) },
    defaultAlertSettings,
    find,
  );
  if (checked.ok) return checked;
  const problems = listProblems(checked).map(({ field, reason }) => ({
    field: `alerts.${field}`,
    reason,
  }));
  return refuseFor(problems)!;
}

function readJournal(
  definition: unknown,
): { ok: true; journal: JournalDefinition } | InvalidDefinition {
  const value = definition ?? {};
  if (!isMapping(value)) {
    return { ok: false, field: "changes", reason: "This must be a mapping. Correct it." };
  }
  const refusal = refuseFor(findSchemaProblems(journalDefinitionSchema, value, "changes"));
  return refusal ?? { ok: true, journal: value };
}

/** Replaces control characters and line breaks, because the text is printed to a terminal. */
function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

/**
 * Reads each entry of a section. Returns all problems; the `field` of each is its path in the file.
 * Fields that contradict the schema are left out when the rest of the entry is checked, so that its
 * other mistakes are found too.
 */
function readEntries<Definition>(
  mapping: Readonly<Record<string, unknown>>,
  section: string,
  schema: TSchema,
  acceptEntry: (name: string, definition: Definition) => readonly FieldProblem[],
): FieldProblem[] {
  const entries = mapping[section] ?? {};
  if (!isMapping(entries)) {
    const example = `${section}: { NAME: { … } }`;
    return [{ field: section, reason: `This must be a mapping of names, as in ${example}.` }];
  }
  return Object.entries(entries).flatMap(([name, written]) => {
    // An inbox needs nothing but its name.
    const definition = written ?? {};
    const path = `${section}.${name}`;
    if (!new RegExp(inboxNameRule.pattern, "u").test(name)) {
      return [{ field: path, reason: `A name has ${inboxNameRule.description}` }];
    }
    if (!isMapping(definition)) {
      return [{ field: path, reason: "This must be a mapping. Correct it." }];
    }
    joinLists(definition.secrets);
    const problems = findSchemaProblems(schema, definition, path);
    const wrongNames = new Set(
      problems.map(({ field }) => field.slice(path.length + 1).split(".")[0]),
    );
    const validFields = Object.fromEntries(
      Object.entries(definition).filter(([field]) => !wrongNames.has(field)),
    );
    if (!Value.Check(schema, validFields)) return problems;
    return [
      ...problems,
      ...acceptEntry(name, validFields as Definition)
        .filter(({ field }) => !wrongNames.has(field.split(".")[0]))
        .map(({ field, reason }) => ({ field: `${path}.${field}`, reason })),
    ];
  });
}

/**
 * Joins lists of secrets to texts, in place: a field with several secrets is one text with a line
 * for each, but a file may also list them.
 */
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

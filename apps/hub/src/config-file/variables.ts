import { type InvalidDefinition, refuseFor } from "../definitions/destination.ts";
import type { FieldProblem } from "../destinations/kind.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Replaces `${NAME}` with environment variables; `$${` stands for a literal `${`. Fails if a
 * variable is not set, because an empty secret would only be refused much later, by the
 * destination.
 */
export function fillVariables(
  secrets: Readonly<Record<string, string | null>>,
  env: Variables,
): { ok: true; secrets: Record<string, string | null> } | InvalidDefinition {
  const filled: [string, string | null][] = [];
  const problems: FieldProblem[] = [];
  for (const [name, text] of Object.entries(secrets)) {
    let missingVariable: string | undefined;
    const value = text?.replace(variablePattern, (match, variable?: string) => {
      if (variable === undefined) return "${";
      const value = Object.hasOwn(env, variable) ? env[variable] : undefined;
      if (value === undefined) missingVariable ??= variable;
      return value ?? match;
    });
    if (missingVariable !== undefined) {
      const reason = `The variable ${missingVariable} is not set. Set it for the hub, or write the secret here.`;
      problems.push({ field: `secrets.${name}`, reason });
    }
    filled.push([name, value ?? null]);
  }
  const refusal = refuseFor(problems);
  if (refusal) return refusal;
  return { ok: true, secrets: Object.fromEntries(filled) };
}

/**
 * Returns the names of the secrets that contain variables, and the secrets that contain none, with
 * `$${` replaced by `${`.
 */
export function splitByVariables(
  secrets: Readonly<Record<string, string | null>>,
): [unknown: string[], known: Record<string, string | null>] {
  const [unknown, known] = [true, false].map((isUnknown) =>
    Object.entries(secrets).filter(([, text]) => listVariables(text).length > 0 === isUnknown),
  );
  const written = known!.map(([name, text]) => [name, text?.replaceAll("$${", "${") ?? null]);
  return [unknown!.map(([name]) => name), Object.fromEntries(written)];
}

/** Returns the names of the variables in a secret of the settings file. */
export function listVariables(text: string | null): string[] {
  return [...(text ?? "").matchAll(variablePattern)].flatMap(([, name]) => name ?? []);
}

const variablePattern = /\$\$\{|\$\{([A-Za-z_]\w*)\}/g;

/** Returns the name of the variable that an export uses in place of a secret. */
export function toVariableName(destination: string, field: string): string {
  const joinedName = `${destination}_${field.replace(/(?<=[a-z\d])(?=[A-Z])/g, "_")}`;
  const name = joinedName.toUpperCase().replace(/[^A-Z\d]/g, "_");
  return /^\d/.test(name) ? `_${name}` : name;
}

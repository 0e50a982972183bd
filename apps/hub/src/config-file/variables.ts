import type { Misfit } from "../definitions/destination.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Puts variables of the environment in for `${NAME}`; `$${` is a `${` that is meant so. One that is not set is a
 * sentence: an empty secret would only be refused much later, by somebody else.
 */
export function fillVariables(
  secrets: Readonly<Record<string, string | null>>,
  env: Variables,
): { ok: true; secrets: Record<string, string | null> } | Misfit {
  const filled: [string, string | null][] = [];
  for (const [name, text] of Object.entries(secrets)) {
    let missing: string | undefined;
    const value = text?.replace(/\$\$\{|\$\{([A-Za-z_]\w*)\}/g, (all, variable?: string) => {
      if (variable === undefined) return "${";
      const found = Object.hasOwn(env, variable) ? env[variable] : undefined;
      if (found === undefined) missing ??= variable;
      return found ?? all;
    });
    if (missing !== undefined) {
      const reason = `The variable ${missing} is not set; set it for the hub, or write the secret here.`;
      return { ok: false, field: `secrets.${name}`, reason };
    }
    filled.push([name, value ?? null]);
  }
  return { ok: true, secrets: Object.fromEntries(filled) };
}

/** The variable that an export names for a secret, in place of its value. */
export function toVariableName(destination: string, field: string): string {
  const words = `${destination}_${field.replace(/(?<=[a-z\d])(?=[A-Z])/g, "_")}`;
  const name = words.toUpperCase().replace(/[^A-Z\d]/g, "_");
  return /^\d/.test(name) ? `_${name}` : name;
}

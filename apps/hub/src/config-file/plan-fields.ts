import { compareFields } from "../changes/describe-change.ts";
import { formatSpan, toSpans } from "../definitions/span.ts";

/**
 * A field of the settings file that a plan changes, with dots between levels. A field without a
 * value is null. Of a secret there are no values: a new one is `given`, and whether it replaces
 * another one is not said.
 */
export type PlannedField =
  | { field: string; from: unknown; to: unknown }
  | { field: string; secret: "given" | "removed" };

/**
 * Returns the fields of a change of the store in the words of the settings file. `before` has the
 * values of the same names; undefined: there was nothing before.
 */
export function listFields(before: object | undefined, change: object): PlannedField[] {
  const { secrets = {}, ...values } = change as { secrets?: Record<string, string | null> };
  const entries = Object.entries(values).filter(
    ([name, value]) => !ownParts.has(name) && value !== undefined,
  );
  const from = Object.fromEntries(
    entries.map(([name]) => [name, (before as Record<string, unknown> | undefined)?.[name]]),
  );
  return [
    ...compareFields(toFileWords(from), toFileWords(Object.fromEntries(entries))),
    ...Object.entries(secrets).map(([name, value]) => ({
      field: `secrets.${name}`,
      secret: value === null ? ("removed" as const) : ("given" as const),
    })),
  ];
}

/** The parts of a change that no field of the file sets. */
const ownParts: ReadonlySet<string> = new Set(["origin", "notice", "id", "name", "keptSecrets"]);

/** Writes spans as the file does, and leaves out what stands for no value. */
function toFileWords({ expiresMs, oncePerMs, ...values }: Record<string, unknown>): object {
  const { expires, oncePer } = toSpans({
    expiresMs: (expiresMs as number | null | undefined) ?? undefined,
    oncePerMs: (oncePerMs as number | null | undefined) ?? undefined,
  });
  const isNothing = (name: string, value: unknown) =>
    value === "" || value === null || (value === 0 && ["keepDays", "keepScans"].includes(name));
  const entries = Object.entries(values).filter(([name, value]) => !isNothing(name, value));
  const spans = {
    expires: expires && formatSpan(expires),
    oncePer: oncePer && formatSpan(oncePer),
  };
  return { ...Object.fromEntries(entries), ...spans };
}

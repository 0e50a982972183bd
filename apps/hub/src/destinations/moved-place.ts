import type { Field } from "./kind.ts";

type Given = Readonly<Record<string, unknown>>;

/**
 * The first field that leads elsewhere than before, to another server or over another protocol: a secret that is kept
 * must not go there unless its owner gives it again. A path may change, since it is the same server that reads it.
 */
export function findMovedPlace(
  fields: readonly Field[],
  before: Given,
  after: Given,
): Field | undefined {
  return fields.find(({ name, type, place, secret, default: usual }) => {
    const [from, to] = [before[name] ?? usual, after[name] ?? usual];
    // One that is secret itself is kept as it is, or given anew.
    if (secret) return type === "url" && after[name] !== undefined;
    if (type === "url") return to !== undefined && originOf(to) !== originOf(from);
    return place === true && to !== from;
  });
}

function originOf(address: unknown): string | undefined {
  return URL.parse(String(address))?.origin;
}

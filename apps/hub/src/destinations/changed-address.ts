import type { Field } from "./kind.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the first field that now leads to another server or protocol; undefined if none does. A
 * stored secret must not be sent there unless its owner enters it again. A path may change, because
 * the same server receives it.
 */
export function findChangedAddress(
  fields: readonly Field[],
  before: Values,
  after: Values,
): Field | undefined {
  return fields.find(({ name, type, place, secret, default: fallback }) => {
    const [previous, next] = [before[name] ?? fallback, after[name] ?? fallback];
    // An address that is itself a secret is either kept as it is or entered again.
    if (secret) return type === "url" && after[name] !== undefined;
    if (type === "url") return next !== undefined && toOrigin(next) !== toOrigin(previous);
    return place === true && next !== previous;
  });
}

function toOrigin(address: unknown): string | undefined {
  return URL.parse(String(address))?.origin;
}

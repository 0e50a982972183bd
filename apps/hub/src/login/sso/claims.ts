/** The claims of a person (OpenID Connect Core 1.0, 5.1), of which nothing is sure but `sub`. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the groups in a claim, which holds one text or a list. Undefined without such a claim. A
 * claim with exactly this name takes precedence, because names such as `https://example.com/groups`
 * hold dots. Otherwise dots lead into objects, as in `realm_access.roles`.
 */
export function readGroups(claims: Claims, name: string): string[] | undefined {
  const value = readOwn(claims, name) ?? name.split(".").reduce<unknown>(readOwn, claims);
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return undefined;
  return value.filter((group) => typeof group === "string");
}

function readOwn(holder: unknown, key: string): unknown {
  if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, key))
    return undefined;
  return (holder as Record<string, unknown>)[key];
}

/** Returns the name by which the claims call a person. Undefined if that is only the subject. */
export function readName(claims: Claims): string | undefined {
  return [claims.name, claims.preferred_username].map(toPersonName).find(Boolean);
}

/**
 * Returns a text as the name of a person: in one line, without spaces at its ends, and short enough
 * that a number fits behind it. Undefined if nothing is left.
 */
export function toPersonName(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const line = text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ");
  return trim([...trim(line)].slice(0, maxNameLength).join("")) || undefined;
}

/** Takes spaces, and characters that nobody sees, off the ends. Inside, some scripts need these. */
const trim = (text: string) => text.replace(/^[\s\p{DI}]+|[\s\p{DI}]+$/gu, "");

const maxNameLength = 94;

import type { Kind } from "./kind.ts";
import { http } from "./kinds/http.ts";
import { wireFields } from "./wire-fields.ts";

/** Every kind of destination, in the order in which people are offered them. */
export const kinds: readonly Kind[] = [http].map((kind) => ({
  ...kind,
  fields: [...kind.fields, ...wireFields[kind.via]],
}));

export function findKind(name: string): Kind | undefined {
  return byName.get(name);
}

const byName = new Map(kinds.map((kind) => [kind.name, kind]));

import type { OpenPrintTagField } from "./field.ts";
import { fieldsOf } from "./lookup.ts";
import { openPrintTagFields } from "./tables.ts";
import { isLeftOut, writeField } from "./write-field.ts";

/** A field and its value in CBOR, undefined for one that is left out. */
export type WrittenField = { field: OpenPrintTagField; bytes: Uint8Array | undefined };

/** Fields by name, in the order of their keys; the first that does not fit the specification comes back as a sentence. */
export function writeFields(
  region: "main" | "aux",
  values: Readonly<Record<string, unknown>>,
): { ok: true; fields: WrittenField[] } | { ok: false; reason: string } {
  const fields: WrittenField[] = [];
  for (const [name, value] of Object.entries(values)) {
    const field = fieldsOf[region].byName.get(name);
    if (field === undefined) return { ok: false, reason: unknownField(region, name) };
    if (isLeftOut(field, value)) {
      fields.push({ field, bytes: undefined });
      continue;
    }
    const written = writeField(field, value);
    if (!written.ok) return written;
    fields.push({ field, bytes: written.bytes });
  }
  return { ok: true, fields: fields.sort((a, b) => a.field.key - b.field.key) };
}

/** A sentence about the first field that must be there and is not. */
export function missingField(
  region: "main" | "aux",
  keys: ReadonlySet<number | undefined>,
): string | undefined {
  const field = openPrintTagFields[region].find(
    ({ key, required }) => required === "yes" && !keys.has(key),
  );
  return field && `${field.name} is missing, which every OpenPrintTag must have.`;
}

export function noRoom(region: "main" | "aux", length: number, room: number): string {
  return `The ${names[region]} section takes ${length} bytes, and there are ${room} for it; leave out or shorten some of its fields.`;
}

function unknownField(region: "main" | "aux", name: string): string {
  const other = region === "main" ? "aux" : "main";
  const where = fieldsOf[other].byName.has(name)
    ? `it belongs in the ${names[other]} section ("${other}")`
    : "take a name from the specification's list of fields";
  return `The ${names[region]} section has no field "${name}"; ${where}.`;
}

const names = { main: "main", aux: "auxiliary" } as const;

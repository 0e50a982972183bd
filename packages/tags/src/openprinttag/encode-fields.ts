import { encodeField, isOmitted } from "./encode-field.ts";
import type { OpenPrintTagField } from "./field.ts";
import { namesByFormerName } from "./former-fields.ts";
import { fieldsByRegion } from "./lookup.ts";
import { openPrintTagFields } from "./tables/fields.ts";

/** A field and its value as CBOR. `bytes` is undefined if the field is omitted. */
export type EncodedField = { field: OpenPrintTagField; bytes: Uint8Array | undefined };

/**
 * Encodes fields by name and sorts them by key. Also accepts the names that fields had before.
 * `reason` is a sentence about the first invalid field.
 */
export function encodeFields(
  region: "main" | "aux",
  values: Readonly<Record<string, unknown>>,
): { ok: true; fields: EncodedField[] } | { ok: false; reason: string } {
  const fields: EncodedField[] = [];
  for (const [givenName, value] of Object.entries(values)) {
    const name = Object.hasOwn(namesByFormerName, givenName)
      ? (namesByFormerName[givenName] ?? givenName)
      : givenName;
    if (name !== givenName && Object.hasOwn(values, name)) {
      return {
        ok: false,
        reason: `${givenName} is now called ${name}; leave out the former name.`,
      };
    }
    const field = fieldsByRegion[region].byName.get(name);
    if (field === undefined) return { ok: false, reason: describeUnknownField(region, name) };
    if (isOmitted(field, value)) {
      fields.push({ field, bytes: undefined });
      continue;
    }
    const encoded = encodeField(field, value);
    if (!encoded.ok) return encoded;
    fields.push({ field, bytes: encoded.bytes });
  }
  return { ok: true, fields: fields.sort((a, b) => a.field.key - b.field.key) };
}

/** Returns a sentence about the first missing required field, or undefined if none is missing. */
export function describeMissingField(
  region: "main" | "aux",
  keys: ReadonlySet<number | undefined>,
): string | undefined {
  const field = openPrintTagFields[region].find(
    ({ key, required }) => required === "yes" && !keys.has(key),
  );
  return field && `${field.name} is missing; every OpenPrintTag must have it.`;
}

export function describeSectionTooLong(
  region: "main" | "aux",
  length: number,
  room: number,
): string {
  return `The ${regionNames[region]} section takes ${length} bytes, but there is room for only ${room}; remove or shorten some of its fields.`;
}

function describeUnknownField(region: "main" | "aux", name: string): string {
  const otherRegion = region === "main" ? "aux" : "main";
  const advice = fieldsByRegion[otherRegion].byName.has(name)
    ? `it belongs in the ${regionNames[otherRegion]} section ("${otherRegion}")`
    : "use a name from the specification's list of fields";
  return `The ${regionNames[region]} section has no field "${name}"; ${advice}.`;
}

const regionNames = { main: "main", aux: "auxiliary" } as const;

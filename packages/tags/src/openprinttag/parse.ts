import type { CborItem } from "../cbor/read.ts";
import { hexOf } from "../hex.ts";
import { deriveUuids, type OpenPrintTagUuids } from "./derive-uuids.ts";
import type { OpenPrintTagRegion } from "./field.ts";
import { fieldsOf } from "./lookup.ts";
import { readField } from "./read-field.ts";
import { findRegions, type Region } from "./regions.ts";
import { openPrintTagFields } from "./tables.ts";

/** The media type of the NDEF record that holds it. */
export const openPrintTagMediaType = "application/vnd.openprinttag";

export type OpenPrintTag = {
  /** Fields by the names of the specification. */
  meta: Record<string, unknown>;
  main: Record<string, unknown>;
  /** Missing when the tag has no auxiliary region. */
  aux?: Record<string, unknown>;
  /** What the specification's version in `openPrintTagSpecification` does not know: CBOR of key and value in hexadecimal. */
  unknownFields: { [region in OpenPrintTagRegion]?: Record<string, string> };
  uuids: OpenPrintTagUuids;
  /** A sentence for each damaged field, which is left out, and for each missing one that must be there. */
  problems: string[];
};

/**
 * Reads the payload of an OpenPrintTag record (specs.openprinttag.org). `uid` is the tag's, most significant byte first;
 * without it there is no derived instance UUID. A damaged field or auxiliary region costs only itself; if the meta or
 * main section is damaged, `reason` is a sentence that says how.
 */
export function parseOpenPrintTag(
  payload: Uint8Array,
  uid?: Uint8Array,
): { ok: true; tag: OpenPrintTag } | { ok: false; reason: string } {
  const regions = findRegions(payload);
  if (!regions.ok) return regions;
  const { meta, main, aux } = regions;
  const tag: OpenPrintTag = { meta: {}, main: {}, unknownFields: {}, uuids: {}, problems: [] };
  readSection(tag, "meta", payload, meta);
  readSection(tag, "main", payload, main);
  if (aux && "damage" in aux) {
    tag.problems.push(`The auxiliary section is left out, because it is damaged: ${aux.damage}.`);
  } else if (aux) {
    readSection(tag, "aux", payload, aux);
  }
  tag.uuids = deriveUuids(tag.main, uid);
  return { ok: true, tag };
}

/** Of a key that is there twice, the later one counts. */
function readSection(
  tag: OpenPrintTag,
  name: OpenPrintTagRegion,
  payload: Uint8Array,
  { start, entries }: Region,
): void {
  const fields: Record<string, unknown> = {};
  tag[name] = fields;
  const missing = new Set(required[name]);
  for (const [key, item] of entries) {
    const field = key.kind === "integer" ? fieldsOf[name].byKey.get(key.value) : undefined;
    if (field === undefined) {
      tag.unknownFields[name] ??= {};
      tag.unknownFields[name][rawHex(payload, start, key)] = rawHex(payload, start, item);
      continue;
    }
    missing.delete(field.name);
    const read = readField(field, item);
    if (read.ok) fields[field.name] = read.value;
    else tag.problems.push(read.reason);
  }
  for (const field of missing) {
    tag.problems.push(`${field} is missing, which every OpenPrintTag must have.`);
  }
}

const required: Record<OpenPrintTagRegion, string[]> = {
  meta: requiredOf("meta"),
  main: requiredOf("main"),
  aux: requiredOf("aux"),
};

function requiredOf(region: OpenPrintTagRegion): string[] {
  return openPrintTagFields[region]
    .filter((field) => field.required === "yes")
    .map((field) => field.name);
}

function rawHex(payload: Uint8Array, start: number, item: CborItem): string {
  return hexOf(payload.subarray(start + item.start, start + item.end));
}

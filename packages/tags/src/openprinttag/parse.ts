import type { CborItem } from "../cbor/decode.ts";
import { toHex } from "../hex.ts";
import { decodeField } from "./decode-field.ts";
import { deriveUuids, type OpenPrintTagUuids } from "./derive-uuids.ts";
import type { OpenPrintTagRegion } from "./field.ts";
import { namesByWithdrawnKey } from "./former-fields.ts";
import { fieldsByRegion } from "./lookup.ts";
import { findRegions, type Region } from "./regions.ts";
import { openPrintTagFields } from "./tables/fields.ts";

/** The media type of an OpenPrintTag's NDEF record. */
export const openPrintTagMediaType = "application/vnd.openprinttag";

export type OpenPrintTag = {
  /** The fields by their names in the specification. */
  meta: Record<string, unknown>;
  main: Record<string, unknown>;
  /** Missing if the tag has no auxiliary region or a damaged one. */
  aux?: Record<string, unknown>;
  /**
   * Fields unknown to the version in `openPrintTagSpecification`: the CBOR of key and value in
   * hexadecimal.
   */
  unknownFields: { [region in OpenPrintTagRegion]?: Record<string, string> };
  uuids: OpenPrintTagUuids;
  /** A sentence for each damaged field, which is omitted, and for each missing required field. */
  problems: string[];
};

/**
 * Parses the payload of an OpenPrintTag record (specs.openprinttag.org). `uid` is the tag's UID,
 * most significant byte first; without it, no instance UUID is derived. A damaged field or
 * auxiliary section is omitted and reported in `problems`. If the meta or main section is damaged,
 * `reason` is a sentence that says how.
 *
 * The withdrawn keys 61 and 62 are read as `filament_diameter` and `min_nozzle_diameter`. If a tag
 * also has key 30 or 33, that one counts, because it remains the field to use.
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
    tag.problems.push(
      `The auxiliary section is ignored because it is damaged: ${aux.damage}; write the whole tag again.`,
    );
  } else if (aux) {
    readSection(tag, "aux", payload, aux);
  }
  tag.uuids = deriveUuids(tag.main, uid);
  return { ok: true, tag };
}

/** Adds a section's fields to `tag`. If a key occurs twice, the later entry counts. */
function readSection(
  tag: OpenPrintTag,
  name: OpenPrintTagRegion,
  payload: Uint8Array,
  { start, entries }: Region,
): void {
  const fields: Record<string, unknown> = {};
  tag[name] = fields;
  const missingNames = new Set(requiredByRegion[name]);
  const withdrawn: [fieldName: string, item: CborItem][] = [];
  for (const [key, item] of entries) {
    const field = key.kind === "integer" ? fieldsByRegion[name].byKey.get(key.value) : undefined;
    const withdrawnName = name === "main" ? findWithdrawn(key) : undefined;
    if (withdrawnName !== undefined) {
      withdrawn.push([withdrawnName, item]);
      continue;
    }
    if (field === undefined) {
      tag.unknownFields[name] ??= {};
      tag.unknownFields[name][sliceHex(payload, start, key)] = sliceHex(payload, start, item);
      continue;
    }
    missingNames.delete(field.name);
    const decoded = decodeField(field, item);
    if (decoded.ok) fields[field.name] = decoded.value;
    else tag.problems.push(decoded.reason);
  }
  readWithdrawn(tag, fields, withdrawn);
  for (const missingName of missingNames) {
    tag.problems.push(`${missingName} is missing; every OpenPrintTag must have it.`);
  }
}

function findWithdrawn(key: CborItem): string | undefined {
  return key.kind === "integer" ? namesByWithdrawnKey[Number(key.value)] : undefined;
}

/** Adds fields in micrometers to `fields`, in millimeters, unless they are there already. */
function readWithdrawn(
  tag: OpenPrintTag,
  fields: Record<string, unknown>,
  withdrawn: readonly [fieldName: string, item: CborItem][],
): void {
  const present = new Set(Object.keys(fields));
  for (const [fieldName, item] of withdrawn) {
    const field = fieldsByRegion.main.byName.get(fieldName);
    if (field === undefined || present.has(fieldName)) continue;
    const decoded = decodeField(field, item);
    if (decoded.ok) fields[fieldName] = Number(decoded.value) / 1000;
    else tag.problems.push(decoded.reason);
  }
}

const requiredByRegion: Record<OpenPrintTagRegion, string[]> = {
  meta: listRequiredFields("meta"),
  main: listRequiredFields("main"),
  aux: listRequiredFields("aux"),
};

function listRequiredFields(region: OpenPrintTagRegion): string[] {
  return openPrintTagFields[region]
    .filter((field) => field.required === "yes")
    .map((field) => field.name);
}

function sliceHex(payload: Uint8Array, start: number, item: CborItem): string {
  return toHex(payload.subarray(start + item.start, start + item.end));
}

import { encodeInteger, encodeMap } from "../cbor/encode.ts";
import { toHex } from "../hex.ts";
import type { EncodedOpenPrintTag } from "./encode.ts";
import {
  describeMissingField,
  describeSectionTooLong,
  type EncodedField,
  encodeFields,
} from "./encode-fields.ts";
import { fieldsByRegion } from "./lookup.ts";
import { type DamagedRegion, findRegions, maxSectionLength, type Region } from "./regions.ts";

/**
 * Changes fields in the payload of an OpenPrintTag record and returns a payload of the same length.
 * Fields have the form that {@link encodeOpenPrintTag} accepts; a field that it would omit is
 * removed. Everything else is kept byte by byte: other fields, unknown fields (section 3.1), the
 * withdrawn keys 61 and 62, and the regions and their offsets. If a change does not fit, `reason`
 * is a sentence.
 */
export function updateOpenPrintTag(
  payload: Uint8Array,
  changes: { main?: Readonly<Record<string, unknown>>; aux?: Readonly<Record<string, unknown>> },
): EncodedOpenPrintTag {
  const regions = findRegions(payload);
  if (!regions.ok) return regions;
  const updated = new Uint8Array(payload);
  for (const name of ["main", "aux"] as const) {
    const encoded = encodeFields(name, changes[name] ?? {});
    if (!encoded.ok) return encoded;
    if (encoded.fields.length === 0) continue;
    const region = name === "main" ? regions.main : findUsableAux(regions.aux, payload);
    const problem =
      typeof region === "string" ? region : rewriteSection(updated, name, region, encoded.fields);
    if (problem) return { ok: false, reason: problem };
  }
  return { ok: true, payload: updated };
}

/**
 * Returns the auxiliary region, or a sentence if it cannot be used. A region of zeros counts as
 * empty.
 */
function findUsableAux(
  aux: Region | DamagedRegion | undefined,
  payload: Uint8Array,
): Region | string {
  if (aux === undefined) {
    return "This tag has no auxiliary section to change; write the whole tag again with one.";
  }
  if (!("damage" in aux)) return aux;
  const { damage, range } = aux;
  if (range && payload.subarray(range.start, range.end).every((byte) => byte === 0)) {
    return { ...range, sectionEnd: range.start, entries: [] };
  }
  return `The auxiliary section cannot be changed because it is damaged: ${damage}; write the whole tag again.`;
}

type Entry = { key: number | undefined; bytes: readonly [key: Uint8Array, value: Uint8Array] };

/**
 * Changes a section in place. Returns a sentence if the specification or the region's size does not
 * allow it.
 */
function rewriteSection(
  payload: Uint8Array,
  name: "main" | "aux",
  region: Region,
  fields: readonly EncodedField[],
): string | undefined {
  const sliceItem = (item: { start: number; end: number }) =>
    payload.slice(region.start + item.start, region.start + item.end);
  const oldEntries: Entry[] = region.entries.map(([key, value]) => ({
    key: key.kind === "integer" ? Number(key.value) : undefined,
    bytes: [sliceItem(key), sliceItem(value)],
  }));
  const entries = applyChanges(
    oldEntries,
    new Map(fields.map(({ field, bytes }) => [field.key, bytes])),
  );

  const missing = describeMissingField(name, new Set(entries.map(({ key }) => key)));
  if (missing) return missing;
  const isUserChanged = findGeneralPurposeUser(oldEntries) !== findGeneralPurposeUser(entries);
  if (name === "aux" && isUserChanged && entries.some(isGeneralPurpose)) {
    return "general_purpose_range_user cannot change while the tag holds fields of that user (keys 65400 to 65534); write the whole tag again.";
  }
  const isIndefinite = region.entries.length === 0 || payload[region.start] === 0xbf;
  const section = encodeMap(
    entries.map(({ bytes }) => bytes),
    isIndefinite && entries.length > 0,
  );
  const room = Math.min(region.end - region.start, maxSectionLength);
  if (section.length > room) return describeSectionTooLong(name, section.length, room);
  payload.fill(0, region.start, region.sectionEnd);
  payload.set(section, region.start);
  return undefined;
}

/**
 * Replaces changed fields in their position, so that few blocks of the tag change, and appends new
 * fields.
 */
function applyChanges(
  oldEntries: readonly Entry[],
  changes: Map<number | undefined, Uint8Array | undefined>,
): Entry[] {
  const pending = new Map(changes);
  const entries: Entry[] = [];
  for (const entry of oldEntries) {
    if (!changes.has(entry.key)) {
      entries.push(entry);
      continue;
    }
    // A key that occurs twice is replaced once, and its other entries are removed.
    const value = pending.get(entry.key);
    pending.delete(entry.key);
    if (value) entries.push({ key: entry.key, bytes: [entry.bytes[0], value] });
  }
  for (const [key, value] of pending) {
    if (key !== undefined && value) entries.push({ key, bytes: [encodeInteger(key), value] });
  }
  return entries;
}

/**
 * Returns whether the key is in the general purpose range, whose meaning the user defines (section
 * 6.2).
 */
function isGeneralPurpose({ key }: Entry): boolean {
  return key !== undefined && key >= 65400 && key <= 65534;
}

function findGeneralPurposeUser(entries: readonly Entry[]): string | undefined {
  const userKey = fieldsByRegion.aux.byName.get("general_purpose_range_user")?.key;
  const entry = entries.findLast(({ key }) => key === userKey);
  return entry && toHex(entry.bytes[1]);
}

import { cborInteger, cborMap } from "../cbor/write.ts";
import { hexOf } from "../hex.ts";
import { fieldsOf } from "./lookup.ts";
import type { PrintedOpenPrintTag } from "./print.ts";
import { type DamagedRegion, findRegions, longestSection, type Region } from "./regions.ts";
import { missingField, noRoom, type WrittenField, writeFields } from "./write-fields.ts";

/**
 * The payload of an OpenPrintTag record with some fields changed, as long as it was. Fields are given as
 * {@link printOpenPrintTag} takes them; one that would be left out there is taken away here. Everything else is kept
 * byte by byte: fields that are not named, unknown ones (section 3.1), regions and their places. What does not fit comes
 * back as a sentence.
 */
export function updateOpenPrintTag(
  payload: Uint8Array,
  changes: { main?: Readonly<Record<string, unknown>>; aux?: Readonly<Record<string, unknown>> },
): PrintedOpenPrintTag {
  const regions = findRegions(payload);
  if (!regions.ok) return regions;
  const updated = new Uint8Array(payload);
  for (const name of ["main", "aux"] as const) {
    const written = writeFields(name, changes[name] ?? {});
    if (!written.ok) return written;
    if (written.fields.length === 0) continue;
    const region = name === "main" ? regions.main : usableAux(regions.aux, payload);
    const problem =
      typeof region === "string" ? region : rewrite(updated, name, region, written.fields);
    if (problem) return { ok: false, reason: problem };
  }
  return { ok: true, payload: updated };
}

/** A region that was never filled is as good as an empty one. */
function usableAux(aux: Region | DamagedRegion | undefined, payload: Uint8Array): Region | string {
  if (aux === undefined) {
    return "This tag has no auxiliary section to write into; write it anew with one.";
  }
  if (!("damage" in aux)) return aux;
  const { damage, place } = aux;
  if (place && payload.subarray(place.start, place.end).every((byte) => byte === 0)) {
    return { ...place, used: place.start, entries: [] };
  }
  return `The auxiliary section cannot be changed, because it is damaged: ${damage}; write the tag anew.`;
}

type Entry = { key: number | undefined; bytes: readonly [key: Uint8Array, value: Uint8Array] };

/** Gives a sentence when the specification or the region's size does not allow it. */
function rewrite(
  payload: Uint8Array,
  name: "main" | "aux",
  region: Region,
  fields: readonly WrittenField[],
): string | undefined {
  const raw = (item: { start: number; end: number }) =>
    payload.slice(region.start + item.start, region.start + item.end);
  const before: Entry[] = region.entries.map(([key, value]) => ({
    key: key.kind === "integer" ? Number(key.value) : undefined,
    bytes: [raw(key), raw(value)],
  }));
  const entries = withChanges(
    before,
    new Map(fields.map(({ field, bytes }) => [field.key, bytes])),
  );

  const missing = missingField(name, new Set(entries.map(({ key }) => key)));
  if (missing) return missing;
  if (name === "aux" && userOf(before) !== userOf(entries) && entries.some(isOfUser)) {
    return "general_purpose_range_user cannot change while the tag holds fields of that user (keys 65400 to 65534); write the tag anew.";
  }
  const isOpen = region.entries.length === 0 || payload[region.start] === 0xbf;
  const section = cborMap(
    entries.map(({ bytes }) => bytes),
    isOpen && entries.length > 0,
  );
  const room = Math.min(region.end - region.start, longestSection);
  if (section.length > room) return noRoom(name, section.length, room);
  payload.fill(0, region.start, region.used);
  payload.set(section, region.start);
  return undefined;
}

/** Changed fields stay in their place, so that few blocks of the tag change; new ones go to the end. */
function withChanges(
  before: readonly Entry[],
  changes: Map<number | undefined, Uint8Array | undefined>,
): Entry[] {
  const added = new Map(changes);
  const entries = before.flatMap((entry) => {
    if (!changes.has(entry.key)) return [entry];
    const value = added.get(entry.key);
    added.delete(entry.key);
    return value ? [{ key: entry.key, bytes: [entry.bytes[0], value] as const }] : [];
  });
  for (const [key, value] of added) {
    if (key !== undefined && value) entries.push({ key, bytes: [cborInteger(key), value] });
  }
  return entries;
}

/** Section 6.2: the user gives the keys of the general purpose range their meaning. */
function isOfUser({ key }: Entry): boolean {
  return key !== undefined && key >= 65400 && key <= 65534;
}

function userOf(entries: readonly Entry[]): string | undefined {
  const userKey = fieldsOf.aux.byName.get("general_purpose_range_user")?.key;
  const entry = entries.findLast(({ key }) => key === userKey);
  return entry && hexOf(entry.bytes[1]);
}

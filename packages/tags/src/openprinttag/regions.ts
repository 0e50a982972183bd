import { type CborItem, readCbor } from "../cbor/read.ts";

/** A region of the payload; its section is one CBOR map at its beginning, and what follows that is left over. */
export type Region = Place & {
  /** Where the section ends. */
  used: number;
  entries: [key: CborItem, value: CborItem][];
};

export type Place = { start: number; end: number };

/** `place` is missing when the meta section does not say it rightly. */
export type DamagedRegion = { damage: string; place?: Place };

/** The most bytes that a section may have (section 3.1). */
export const longestSection = 512;

/** Keys of the meta section. */
const keys = { main: { offset: 0, size: 1 }, aux: { offset: 2, size: 3 } } as const;

/**
 * Finds the regions of a payload (OpenPrintTag sections 2 and 4). The meta section begins it; the main region follows,
 * or is where an offset says; there is an auxiliary region if its offset is given. A region without a size goes to the
 * next one or to the end. Damage to the auxiliary region does not harm the others.
 */
export function findRegions(
  payload: Uint8Array,
):
  | { ok: true; meta: Region; main: Region; aux?: Region | DamagedRegion }
  | { ok: false; reason: string } {
  const meta = readRegion(payload, { start: 0, end: payload.length });
  if ("damage" in meta) return refuse("meta", meta.damage);
  const mainOffset = wholeNumber(meta, keys.main.offset) ?? meta.used;
  const auxOffset = wholeNumber(meta, keys.aux.offset);
  const placeOf = (
    region: "main" | "aux",
    offset: number | "damaged",
    other?: number | "damaged",
  ) => {
    const size = wholeNumber(meta, keys[region].size);
    if (offset === "damaged" || size === "damaged") {
      return "the meta section does not give its place as whole numbers";
    }
    if (offset < meta.used) return "it would begin inside the meta section";
    if (offset >= payload.length) return `it would begin at byte ${offset} of ${payload.length}`;
    if (offset === other && region === "aux") return "it would begin where the main section does";
    const next = typeof other === "number" && other > offset ? other : payload.length;
    return { start: offset, end: Math.min(offset + (size ?? next), next, payload.length) };
  };

  const mainPlace = placeOf("main", mainOffset, auxOffset);
  if (typeof mainPlace === "string") return refuse("main", mainPlace);
  const main = readRegion(payload, mainPlace);
  if ("damage" in main) return refuse("main", main.damage);
  const regions = { ok: true, meta: { ...meta, end: meta.used }, main } as const;
  if (auxOffset === undefined) return regions;
  const auxPlace = placeOf("aux", auxOffset, mainOffset);
  const aux = typeof auxPlace === "string" ? { damage: auxPlace } : readRegion(payload, auxPlace);
  return { ...regions, aux };
}

function refuse(section: string, damage: string): { ok: false; reason: string } {
  return {
    ok: false,
    reason: `The OpenPrintTag data cannot be used, because its ${section} section is damaged: ${damage}.`,
  };
}

function readRegion(payload: Uint8Array, place: Place): Region | DamagedRegion {
  const read = readCbor(payload.subarray(place.start, place.end));
  if (!read.ok) return { damage: read.reason, place };
  if (read.item.kind !== "map") return { damage: "it is no CBOR map", place };
  const length = read.item.end;
  if (length > longestSection) {
    return { damage: `it takes ${length} bytes, and ${longestSection} are the most`, place };
  }
  return { ...place, used: place.start + read.item.end, entries: read.item.entries };
}

/** A field of the meta section, undefined when it is not there. */
function wholeNumber(meta: Region, key: number): number | "damaged" | undefined {
  const item = meta.entries.findLast(
    ([name]) => name.kind === "integer" && name.value === key,
  )?.[1];
  if (item === undefined) return undefined;
  const whole = item.kind === "integer" && typeof item.value === "number" && item.value >= 0;
  return whole ? (item.value as number) : "damaged";
}

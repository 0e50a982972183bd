import { type CborItem, decodeCbor } from "../cbor/decode.ts";

/**
 * A region of the payload. It starts with its section, one CBOR map; the rest of the region is
 * unused.
 */
export type Region = Range & {
  sectionEnd: number;
  entries: [key: CborItem, value: CborItem][];
};

type Range = { start: number; end: number };

/**
 * A region that cannot be read. `damage` is a clause without a period. `range` is missing if the
 * meta section does not define a valid range.
 */
export type DamagedRegion = { damage: string; range?: Range };

/** The maximum length of a section in bytes (section 3.1). */
export const maxSectionLength = 512;

/** The keys of the meta section. */
const metaKeys = { main: { offset: 0, size: 1 }, aux: { offset: 2, size: 3 } } as const;

/**
 * Finds the regions of a payload (OpenPrintTag sections 2 and 4). The payload starts with the meta
 * section. The main region follows it unless the meta section sets an offset; the auxiliary region
 * exists only if its offset is set. A region without a size extends to the next one or to the end.
 * If the auxiliary region is damaged, the others are still returned.
 */
export function findRegions(
  payload: Uint8Array,
):
  | { ok: true; meta: Region; main: Region; aux?: Region | DamagedRegion }
  | { ok: false; reason: string } {
  const meta = readRegion(payload, { start: 0, end: payload.length });
  if ("damage" in meta) return refuse("meta", meta.damage);
  const mainOffset = readMetaField(meta, metaKeys.main.offset) ?? meta.sectionEnd;
  const auxOffset = readMetaField(meta, metaKeys.aux.offset);
  const locateRegion = (
    region: "main" | "aux",
    offset: number | "damaged",
    otherOffset?: number | "damaged",
  ) => {
    const size = readMetaField(meta, metaKeys[region].size);
    if (offset === "damaged" || size === "damaged") {
      return "its offset or its size in the meta section is not a whole number of bytes";
    }
    if (offset < meta.sectionEnd) return "its offset lies within the meta section";
    if (offset >= payload.length)
      return `its offset is ${offset}, but the data has only ${payload.length} bytes`;
    if (offset === otherOffset && region === "aux") return "its offset is that of the main section";
    const nextOffset =
      typeof otherOffset === "number" && otherOffset > offset ? otherOffset : payload.length;
    return {
      start: offset,
      end: Math.min(offset + (size ?? nextOffset), nextOffset, payload.length),
    };
  };

  const mainRange = locateRegion("main", mainOffset, auxOffset);
  if (typeof mainRange === "string") return refuse("main", mainRange);
  const main = readRegion(payload, mainRange);
  if ("damage" in main) return refuse("main", main.damage);
  const regions = { ok: true, meta: { ...meta, end: meta.sectionEnd }, main } as const;
  if (auxOffset === undefined) return regions;
  const auxRange = locateRegion("aux", auxOffset, mainOffset);
  const aux = typeof auxRange === "string" ? { damage: auxRange } : readRegion(payload, auxRange);
  return { ...regions, aux };
}

function refuse(section: string, damage: string): { ok: false; reason: string } {
  return {
    ok: false,
    reason: `The OpenPrintTag data cannot be used because its ${section} section is damaged: ${damage}. Read the tag again, or write a new OpenPrintTag to it.`,
  };
}

function readRegion(payload: Uint8Array, range: Range): Region | DamagedRegion {
  const decoded = decodeCbor(payload.subarray(range.start, range.end));
  if (!decoded.ok) return { damage: decoded.reason, range };
  const { item } = decoded;
  if (item.kind !== "map") return { damage: "it is not a CBOR map", range };
  if (item.end > maxSectionLength) {
    const damage = `it takes ${item.end} bytes, but at most ${maxSectionLength} are allowed`;
    return { damage, range };
  }
  return { ...range, sectionEnd: range.start + item.end, entries: item.entries };
}

/**
 * Returns the value of a field of the meta section in bytes. Returns "damaged" if the value is not
 * a whole number from 0 on, and undefined if the field is missing.
 */
function readMetaField(meta: Region, key: number): number | "damaged" | undefined {
  const item = meta.entries.findLast(
    ([name]) => name.kind === "integer" && name.value === key,
  )?.[1];
  if (item === undefined) return undefined;
  const isValid = item.kind === "integer" && typeof item.value === "number" && item.value >= 0;
  return isValid ? (item.value as number) : "damaged";
}

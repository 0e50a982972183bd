import { type Place, readMap } from "./memory-map.ts";
import {
  dropUndefined,
  formatColor,
  formatDay,
  roundAmount,
  type Spool,
  type SpoolResult,
  toTemperatureRange,
} from "./spool.ts";
import {
  tigerTagAspects,
  tigerTagBrands,
  tigerTagColorCounts,
  tigerTagDiameters,
  tigerTagMaterials,
  tigerTagTypes,
  tigerTagUnits,
} from "./tigertag-tables.ts";

/** The numbers at the beginning that mark TigerTag, TigerTag+ and a tag without a spool yet. */
const formats = { maker: 0x5bf59264, plus: 0xbc0fcb97, blank: 0x6c41a2e1 };

/** The length of a TigerTag in bytes, without the signature that may follow. */
export const tigerTagLength = 80;

/** Returns whether the user memory of a tag, from page 4 on, begins as a TigerTag does. */
export function isTigerTag(userMemory: Uint8Array): boolean {
  const format = readMap(userMemory).integer(places.format);
  return Object.values(formats).some((known) => known === format);
}

/**
 * Parses a TigerTag, which is not an NDEF message: it lies in the user memory of an NTAG213, 215 or
 * 216, from page 4 on (README of TigerTag-Project/TigerTag-RFID-Guide). Materials, brands and other
 * words are numbers on the tag; a number that is not in the tables is reported in `problems`. The
 * signature of a TigerTag+ is not checked.
 */
export function parseTigerTag(userMemory: Uint8Array): SpoolResult {
  const read = readMap(userMemory);
  const format = read.integer(places.format);
  if (!isTigerTag(userMemory)) return refuse("These bytes do not begin as a TigerTag does.");
  if (format === formats.blank) return refuse("This TigerTag is prepared, but holds no spool yet.");
  if (userMemory.length < tigerTagLength) {
    return refuse(
      `The TigerTag ends after ${userMemory.length} bytes, but it takes ${tigerTagLength}. Read the tag again.`,
    );
  }
  return { ok: true, spool: readSpool(userMemory) };
}

function readSpool(userMemory: Uint8Array): Spool {
  const read = readMap(userMemory);
  const problems: string[] = [];
  const lookUp = createLookUp(userMemory, problems);
  const aspects = [places.aspect1, places.aspect2].map((place) =>
    lookUp("aspect", tigerTagAspects, place),
  );
  return dropUndefined({
    format: "TigerTag",
    brand: lookUp("brand", tigerTagBrands, places.brand),
    material: lookUp("material", tigerTagMaterials, places.material),
    variant: aspects.filter((aspect) => aspect !== undefined).join(" ") || undefined,
    class: lookUp("type", tigerTagTypes, places.type),
    colors: readColors(userMemory),
    properties: [],
    ...readAmounts(userMemory, lookUp("unit", tigerTagUnits, places.unit)),
    printTemperature: toTemperatureRange(
      read.integer(places.minPrintTemperature),
      read.integer(places.maxPrintTemperature),
    ),
    bedTemperature: toTemperatureRange(
      read.integer(places.minBedTemperature),
      read.integer(places.maxBedTemperature),
    ),
    dryingTemperature: toTemperatureRange(
      undefined,
      undefined,
      read.integer(places.dryingTemperature),
    ),
    dryingTime: read.scaled(places.dryingTime, 60),
    diameter: lookUp("diameter", tigerTagDiameters, places.diameter),
    madeOn: readDay(read.integer(places.time)),
    message: read.text(places.message),
    problems,
  });
}

/**
 * Returns a function that looks up the number in a field. Numbers of zeros or ones stand for no
 * value; a number that is not in the table is reported in `problems`.
 */
function createLookUp(userMemory: Uint8Array, problems: string[]) {
  const read = readMap(userMemory);
  return <Value>(what: string, table: Readonly<Record<number, Value>>, place: Place) => {
    const id = read.integer(place);
    if (id === undefined || id === 256 ** place[1] - 1) return undefined;
    const value = table[id];
    if (value === undefined) {
      problems.push(`The ${what} has the number ${id}, which this version does not know.`);
    }
    return value;
  };
}

const places = {
  format: [0, 4],
  material: [8, 2],
  aspect1: [10, 1],
  aspect2: [11, 1],
  type: [12, 1],
  diameter: [13, 1],
  brand: [14, 2],
  color1: [16, 4],
  amount: [20, 3],
  unit: [23, 1],
  minPrintTemperature: [24, 2],
  maxPrintTemperature: [26, 2],
  dryingTemperature: [28, 1],
  dryingTime: [29, 1],
  minBedTemperature: [30, 1],
  maxBedTemperature: [31, 1],
  time: [32, 4],
  color2: [36, 3],
  color3: [40, 3],
  message: [48, 28],
  remaining: [76, 3],
} as const;

/**
 * Returns as many colors as the aspects say, because an unused color is black on the tag, and so
 * may be a used one.
 */
function readColors(userMemory: Uint8Array): string[] {
  const aspects = [places.aspect1, places.aspect2].map(([offset]) => userMemory[offset] ?? 0);
  const count = Math.max(1, ...aspects.map((aspect) => tigerTagColorCounts[aspect] ?? 1));
  return [places.color1, places.color2, places.color3]
    .slice(0, count)
    .map(([offset, length]) => formatColor(userMemory.subarray(offset, offset + length)));
}

/** Grams, milliliters or meters in one unit of a tag. */
const units: Readonly<Record<string, readonly ["weight" | "volume" | "length", factor: number]>> = {
  mg: ["weight", 0.001],
  g: ["weight", 1],
  kg: ["weight", 1000],
  ml: ["volume", 1],
  cl: ["volume", 10],
  L: ["volume", 1000],
  mm: ["length", 0.001],
  cm: ["length", 0.01],
  m: ["length", 1],
};

/**
 * Returns the amount when full, and of a weight also what remains. Zero remaining means that nobody
 * wrote it: tags have it as they are sold.
 */
function readAmounts(userMemory: Uint8Array, unit: string | undefined): Partial<Spool> {
  const [kind, factor] = units[unit ?? ""] ?? [];
  const amount = readMap(userMemory).integer(places.amount);
  const remaining = readMap(userMemory).integer(places.remaining);
  if (factor === undefined || amount === undefined) return {};
  const full = roundAmount(amount * factor);
  if (kind === "volume") return { volume: full };
  if (kind === "length") return { length: full };
  const weights = { nominalWeight: full, fullWeight: full };
  return remaining === undefined
    ? weights
    : { ...weights, remainingWeight: roundAmount(remaining * factor) };
}

/** Converts seconds since 2000 to a date. */
function readDay(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  const date = new Date(Date.UTC(2000, 0, 1) + seconds * 1000);
  return formatDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

function refuse(reason: string): SpoolResult {
  return { ok: false, reason };
}

import { averageDarkest, averageRows } from "../bars/rows.ts";
import type { StraightRows } from "../bars/straighten-rows.ts";
import type { LikelihoodFormat } from "./decoder.ts";
import { decoders } from "./decoders.ts";
import { readBlurredProfile } from "./read-blurred-profile.ts";
import { type Effort, readProfile } from "./read-profile.ts";
import type { LikelihoodReading } from "./settle-digits.ts";

/**
 * The limits that a reading must reach to be accepted: the minimum explained part, margin and
 * brightness of its quiet zones, and the maximum blur in modules. The margin depends on the rows
 * that were read: a part of the rows errs more easily than the mean of all rows, and two parts that
 * agree err less. On photos of all formats and their blurred and shrunk variants, the margins of
 * wrong readings with clear quiet zones reached 1.30 (EAN-13), 1.45 (EAN-8) and 2.9 (UPC-E). Those
 * of DataBar reached 1.13 on photos of other formats and 2.26 on its own symbols when blurred by a
 * module and bent.
 */
type Limits = {
  explained: number;
  margin: { allRows: number; someRows: number; bothHalves: number };
  maxBlur: number;
  /** From -1 to 1. Print beside a long symbol may be nearer to it than the standard allows. */
  quiet: number;
};
const acceptanceLimits: Record<LikelihoodFormat, Limits> = {
  ean13: {
    explained: 0.86,
    margin: { allRows: 1.4, someRows: 1.6, bothHalves: 1.25 },
    maxBlur: 1.3,
    quiet: Number.NEGATIVE_INFINITY,
  },
  ean8: {
    explained: 0.92,
    margin: { allRows: 2, someRows: 2.2, bothHalves: 2 },
    maxBlur: 1.1,
    quiet: 0.5,
  },
  upce: {
    explained: 0.94,
    margin: { allRows: 3.5, someRows: 4, bothHalves: 3.5 },
    maxBlur: 1.1,
    quiet: 0.5,
  },
  databar: {
    explained: 0.92,
    margin: { allRows: 3, someRows: 3.5, bothHalves: 3 },
    maxBlur: 1.2,
    quiet: Number.NEGATIVE_INFINITY,
  },
};
/** The minimum explained part and margin of a reading of heavily blurred rows. */
const blurredLimits = { explained: 0.97, margin: 1.4 };

/**
 * The search effort for the mean row of a camera's frame: the right placement is nearly always
 * among the first ones.
 */
const meanRowEffort: Effort = { maxEnds: 16, maxRefined: 4, maxTries: 2 };

/** The minimum correlation of a row with the middle rows. */
const minAgreement = 0.7;
/** The minimum number of rows with this correlation. */
const minAgreeingRows = 3;
/** The part of the samples at each position that are averaged as the darkest ones. */
const darkestPart = 0.4;
/** The part of the rows, from the top and from the bottom, that is read on its own. */
const halfPart = 0.36;
/** The minimum part of the variance that a symbol explains. */
const minExplained = 0.85;
/** The blur above which a fit with a small margin is hopeless, in modules. */
const hopelessBlur = 1.2;
/** The margin below which such a fit is hopeless. */
const hopelessMargin = 1.12;

/**
 * Reads the digits of a symbol by maximum likelihood from straightened rows, and returns them only
 * if they are accepted: from the mean of the rows that agree, from the darkest part of the rows,
 * or from the upper and lower rows.
 *
 * @param expectedLength The approximate length of the symbol in samples.
 */
export function readRows(
  straight: StraightRows,
  expectedLength: number,
  formats: readonly LikelihoodFormat[],
): LikelihoodReading | undefined {
  for (const format of formats) {
    const reading = readRowsAs(straight, expectedLength, format);
    if (reading) return reading;
  }
  return undefined;
}

/** Reads only the mean of the rows, at few placements, which takes an eighth of the time. */
export function readMeanRow(
  straight: StraightRows,
  expectedLength: number,
  formats: readonly LikelihoodFormat[],
): LikelihoodReading | undefined {
  const row = meanOfAgreeing(straight);
  for (const format of formats) {
    const decoder = decoders[format];
    const widths = decoder.widths.slice(0, 1);
    const reading = readProfile(row, expectedLength, decoder, widths, meanRowEffort);
    const limits = acceptanceLimits[format];
    if (reading && isAccepted(reading, limits, limits.margin.allRows)) return reading;
  }
  return undefined;
}

function readRowsAs(
  straight: StraightRows,
  expectedLength: number,
  format: LikelihoodFormat,
): LikelihoodReading | undefined {
  const { rows } = straight;
  const decoder = decoders[format];
  const limits = acceptanceLimits[format];
  const { allRows, someRows, bothHalves } = limits.margin;
  const read = (profile: Float32Array) => readProfile(profile, expectedLength, decoder);
  const fromAll = read(meanOfAgreeing(straight));
  if (!fromAll || isHopeless(fromAll)) return undefined;
  if (isAccepted(fromAll, limits, allRows)) return fromAll;
  const fromDarkest = read(averageDarkest(rows, darkestPart));
  if (fromDarkest && isAccepted(fromDarkest, limits, someRows)) return fromDarkest;
  if (Math.max(fromAll.explained, fromDarkest?.explained ?? 0) < minExplained) return undefined;
  const count = Math.max(1, Math.round(rows.length * halfPart));
  const fromTop = read(averageRows(rows.slice(0, count)));
  if (fromTop && isAccepted(fromTop, limits, someRows)) return fromTop;
  const fromBottom = read(averageRows(rows.slice(-count)));
  if (!fromBottom) return undefined;
  if (isAccepted(fromBottom, limits, someRows)) return fromBottom;
  // The upper and the lower rows share no pixel, so they err independently.
  return fromTop?.digits === fromBottom.digits &&
    isAccepted(fromTop, limits, bothHalves) &&
    isAccepted(fromBottom, limits, bothHalves)
    ? fromTop
    : undefined;
}

/**
 * Reads a heavily blurred EAN-13 symbol (1.2 to 2.3 modules) like `readRows`, from the mean of the
 * rows that agree. That much blur leaves too little of short symbols to tell their digits apart.
 */
export function readBlurredRows(
  straight: StraightRows,
  expectedLength: number,
  formats: readonly LikelihoodFormat[],
): LikelihoodReading | undefined {
  if (!formats.includes("ean13")) return undefined;
  const reading = readBlurredProfile(meanOfAgreeing(straight), expectedLength, decoders.ean13);
  const isCertain =
    reading &&
    reading.explained >= blurredLimits.explained &&
    reading.margin >= blurredLimits.margin;
  return isCertain ? reading : undefined;
}

function isAccepted(reading: LikelihoodReading, limits: Limits, minMargin: number): boolean {
  const { explained, margin, blur, quiet } = reading;
  return (
    margin >= minMargin &&
    explained >= limits.explained &&
    blur <= limits.maxBlur &&
    quiet >= limits.quiet
  );
}

/**
 * Whether a profile has no symbol: the blur runs to its limit, and all digits explain it alike.
 */
function isHopeless({ blur, margin }: LikelihoodReading): boolean {
  return blur > hopelessBlur && margin < hopelessMargin;
}

/** Returns the mean of the rows that agree with the middle ones, or of all rows if few do. */
function meanOfAgreeing({ rows, agreement }: StraightRows): Float32Array {
  const agreeing = rows.filter((_, i) => agreement[i]! > minAgreement);
  return averageRows(agreeing.length >= minAgreeingRows ? agreeing : rows);
}

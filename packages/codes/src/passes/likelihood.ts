import { countEdges } from "../bars/count-edges.ts";
import type { StraightRows } from "../bars/straighten-rows.ts";
import type { Strip } from "../bars/strip.ts";
import type { Engine, Found } from "../engine/engine.ts";
import type { LikelihoodFormat } from "../likelihood/decoder.ts";
import { readBlurredRows, readMeanRow, readRows } from "../likelihood/read-rows.ts";
import type { LikelihoodReading } from "../likelihood/settle-digits.ts";
import type { CodeFormat } from "../readings/formats.ts";
import type { Pass } from "./pass.ts";

/** Reads EAN-13 and UPC-A by the digits that explain the blurred bars best. */
export const likelihood: Pass = createLikelihoodPass(readRows, ["ean13"]);

/** Reads EAN-13 and UPC-A in the same way, in regions of their shape with about as many bars. */
export const likelihoodOfEan: Pass = (picture, engine) => {
  const strips = picture.strips().filter(({ region }) => {
    if (region.height < region.length * minEanHeight) return false;
    const count = countEdges(picture.large(), region);
    return count >= minEanTurns && count <= maxEanTurns;
  });
  return likelihood({ ...picture, strips: () => strips }, engine);
};

/** Lower bars are most often the rest of a code that was read in part. */
const minEanHeight = 0.25;
/** An EAN-13 has 60 edges. Blur hides narrow bars, and text beside the code adds some. */
const minEanTurns = 28;
const maxEanTurns = 80;

/**
 * Reads EAN-8 and UPC-E in the same way. Few blurred codes are of these formats, so it looks only
 * at the strongest regions.
 */
export const likelihoodShort: Pass = createLikelihoodPass(readRows, ["ean8", "upce"], 2);

/** Reads GS1 DataBar Omnidirectional in the same way, at the strongest region only. */
export const likelihoodDataBar: Pass = createLikelihoodPass(readRows, ["databar"], 1);

/** Reads EAN-13 and UPC-A from the mean of all rows only, in the time that a camera's frame has. */
export const likelihoodMean: Pass = createLikelihoodPass(readMeanRow, ["ean13"]);

/** Reads EAN-13 and UPC-A whose bars are so blurred that no digit can be recognized on its own. */
export const likelihoodBlurred: Pass = createLikelihoodPass(readBlurredRows, ["ean13"]);

function createLikelihoodPass(
  read: typeof readRows,
  readableFormats: readonly LikelihoodFormat[],
  maxStripCount = Number.POSITIVE_INFINITY,
): Pass {
  return function* (picture, engine) {
    const formats = readableFormats.filter((format) => isWanted(engine, format));
    if (formats.length === 0) return;
    for (const strip of picture.strips().slice(0, maxStripCount)) {
      const straight = strip.straight();
      if (!looksLikeBars(straight)) continue;
      const reading = read(straight, strip.expectedLength, formats);
      const found = reading && toFound(reading, strip, engine);
      yield found ? [found] : [];
    }
  };
}

/** Rows across bars show the same, those across text, fabric or a QR code do not. */
function looksLikeBars({ agreement }: StraightRows): boolean {
  return agreement.filter((correlation) => correlation > 0.7).length >= minAgreeingRows;
}

const minAgreeingRows = 5;

/** The symbol of a UPC-A is an EAN-13 with a leading zero. */
function isWanted(engine: Engine, format: LikelihoodFormat): boolean {
  return engine.isWanted(format) || (format === "ean13" && engine.isWanted("upca"));
}

/** A likelihood reading uses all rows, so it counts as many scan lines. */
const lineCount = 14;

/**
 * Returns undefined if the caller of the reader wants UPC-A but not EAN-13, or the other way
 * around.
 */
function toFound(reading: LikelihoodReading, strip: Strip, engine: Engine): Found | undefined {
  const { digits, format, start, end } = reading;
  const isUpca = format === "ean13" && digits.startsWith("0") && engine.isWanted("upca");
  const reportedFormat: CodeFormat = isUpca ? "upca" : format;
  const content = isUpca ? digits.slice(1) : digits;
  if (!engine.isWanted(reportedFormat)) return undefined;
  return {
    content,
    bytes: new TextEncoder().encode(content),
    format: reportedFormat,
    gs1: format === "databar",
    corners: strip.toCorners(start, end),
    lineCount,
  };
}

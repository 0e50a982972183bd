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

/** Reads EAN-13 and UPC-A by likelihood in regions of their shape with about as many bars. */
export const likelihoodOfEan: Pass = (picture, engine) => {
  const strips = picture.strips().filter(({ region }) => {
    if (region.height < region.length * minEanHeight) return false;
    const count = countEdges(picture.large(), region);
    return count >= minEanEdges && count <= maxEanEdges;
  });
  return likelihood({ ...picture, strips: () => strips }, engine);
};

/**
 * The minimum height of a region as a part of its length: lower bars are most often the rest of a
 * code that was read in part.
 */
const minEanHeight = 0.25;
/**
 * The minimum and maximum number of edges of a region. An EAN-13 has 60 edges; blur hides narrow
 * bars, and text beside the code adds edges.
 */
const [minEanEdges, maxEanEdges] = [28, 80];

/**
 * Reads EAN-8 and UPC-E by likelihood. Few blurred codes are of these formats, so only the two
 * strongest regions are read.
 */
export const likelihoodShort: Pass = createLikelihoodPass(readRows, ["ean8", "upce"], 2);

/** Reads GS1 DataBar Omnidirectional by likelihood, in the strongest region only. */
export const likelihoodDataBar: Pass = createLikelihoodPass(readRows, ["databar"], 1);

/** Reads EAN-13 and UPC-A from the mean of all rows only, which fits into the time of a frame. */
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

/** Whether enough rows show the same bars. Rows across text, fabric or a QR code do not. */
function looksLikeBars({ agreement }: StraightRows): boolean {
  return agreement.filter((value) => value > minAgreement).length >= minAgreeingRows;
}

/** The minimum correlation of a row with the middle rows. */
const minAgreement = 0.7;
/** The minimum number of rows with this correlation. */
const minAgreeingRows = 5;

/** The symbol of a UPC-A is an EAN-13 with a leading zero. */
function isWanted(engine: Engine, format: LikelihoodFormat): boolean {
  return engine.isWanted(format) || (format === "ean13" && engine.isWanted("upca"));
}

/** The number of scan lines that a likelihood reading counts as: it uses all rows of a strip. */
const lineCount = 14;

/** Returns undefined for an EAN-13 if only UPC-A is wanted, and the other way around. */
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

import { pointsPerMm, sheetSizes } from "../pdf/paper.ts";
import type { LabelPaper } from "./label.ts";

export const columnCount = 3;
export const rowCount = 8;

/**
 * The lengths of a label in points. `padding` is left free around its parts, and `right` on the
 * right of texts beside a code. A label without a height is as high as its texts need. `matrixSize`
 * is the side of a QR code or Data Matrix with its light margin, and `barHeight` the height of
 * bars.
 */
export type LabelShape = {
  width: number;
  height?: number | undefined;
  padding: number;
  right: number;
  matrixSize: number;
  barHeight: number;
  gap: number;
} & TextLimits;

/** How much text a label may have. Names of more than one line get `moreNameLines`. */
type TextLimits = { maxDetails: number; maxDetailLines: number; moreNameLines: number };

/** Printers leave about 1.5 mm free at the sides of a roll. */
const rollPadding = 3 * pointsPerMm;

const ofSheet = {
  padding: 5 * pointsPerMm,
  right: 2.5 * pointsPerMm,
  matrixSize: 25 * pointsPerMm,
  barHeight: 11 * pointsPerMm,
  gap: 3 * pointsPerMm,
  maxDetails: 4,
  maxDetailLines: 1,
  moreNameLines: 0,
};

export const labelShapes: Record<LabelPaper, LabelShape> = {
  a4: { ...ofSheet, ...cellOf(sheetSizes.a4) },
  letter: { ...ofSheet, ...cellOf(sheetSizes.letter) },
  roll62: {
    width: 62 * pointsPerMm,
    padding: rollPadding,
    right: rollPadding,
    matrixSize: 24 * pointsPerMm,
    barHeight: 12 * pointsPerMm,
    gap: 2 * pointsPerMm,
    maxDetails: 8,
    maxDetailLines: 3,
    moreNameLines: 2,
  },
  roll29: {
    width: 90 * pointsPerMm,
    height: 29 * pointsPerMm,
    padding: rollPadding,
    right: rollPadding,
    matrixSize: 23 * pointsPerMm,
    barHeight: 10 * pointsPerMm,
    gap: 2 * pointsPerMm,
    maxDetails: 4,
    maxDetailLines: 1,
    moreNameLines: 0,
  },
};

function cellOf({ width, height }: { width: number; height: number }) {
  return { width: width / columnCount, height: height / rowCount };
}

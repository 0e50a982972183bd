import type { FixedModules } from "./sample-modules.ts";

/** The number of modules of an rMQR along and across. */
export type RmqrSize = { columns: number; rows: number };

/** The columns of the alignment patterns by the number of columns (ISO/IEC 23941:2022, 5.3). */
const alignmentColumns: Readonly<Record<number, readonly number[]>> = {
  27: [],
  43: [21],
  59: [19, 39],
  77: [25, 51],
  99: [23, 49, 75],
  139: [27, 55, 83, 111],
};
/** Only these numbers of rows have versions of 27 columns (ISO/IEC 23941:2022, 5.3). */
const narrowRows: readonly number[] = [11, 13];

/** The 32 versions of rMQR (ISO/IEC 23941:2022, 5.3). */
export const rmqrSizes: readonly RmqrSize[] = [7, 9, 11, 13, 15, 17].flatMap((rows) =>
  Object.keys(alignmentColumns)
    .map((columns) => ({ columns: Number(columns), rows }))
    .filter(({ columns }) => columns > 27 || narrowRows.includes(rows)),
);

/**
 * Returns the modules that are the same in all rMQR of a size (ISO/IEC 23941:2022, 5.3): the finder
 * pattern with its separator, the finder sub-pattern, the corner finder patterns, the alignment
 * patterns and the timing patterns.
 */
export function createFixedModules({ columns, rows }: RmqrSize): FixedModules {
  const centers = alignmentColumns[columns]!;
  const [right, bottom] = [columns - 1, rows - 1];
  return (column, row) => {
    if (column < 7 && row < 7) return toRings(Math.max(Math.abs(column - 3), Math.abs(row - 3)));
    if (column < 8 && row < 8 && row < bottom) return 0;
    // The separator right of the finder pattern is as high as that of a version of seven rows.
    if (column === 7 && row === bottom && rows === 7) return 0;
    const fromSubPattern = Math.max(Math.abs(column - right + 2), Math.abs(row - bottom + 2));
    if (fromSubPattern <= 2) return 1 - (fromSubPattern % 2);
    if (column >= right - 1 && row <= 1) return column === right || row === 0 ? 1 : 0;
    if (column <= 1 && row >= bottom - 1) return column === 0 || row === bottom ? 1 : 0;
    if (row === 0 || row === bottom) {
      const isCorner = row === 0 ? column === right - 2 : column === 2;
      const isAlignment = centers.some((center) => Math.abs(column - center) <= 1);
      return isCorner || isAlignment || column % 2 === 0 ? 1 : 0;
    }
    for (const center of centers) {
      const distance = Math.abs(column - center);
      const fromEdge = Math.min(row, bottom - row);
      if (distance <= 1 && fromEdge <= 2) return distance === 0 && fromEdge === 1 ? 0 : 1;
      if (distance === 0) return 1 - (row % 2);
    }
    if (column === 0 || column === right) return 1 - (row % 2);
    return undefined;
  };
}

/**
 * Returns 1 for a dark and 0 for a light module of a finder pattern, by its distance from the
 * center.
 */
function toRings(distance: number): number {
  return distance === 2 ? 0 : 1;
}

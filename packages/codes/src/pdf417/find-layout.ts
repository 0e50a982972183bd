import { alignRows } from "./align-rows.ts";
import type { Layout } from "./draw-stack.ts";
import { matchSymbol } from "./match-symbols.ts";
import { sampleIndicators } from "./read-columns.ts";
import type { RectifiedStack } from "./rectified-stack.ts";
import { clusterCount } from "./symbols.ts";

/** The minimum and maximum number of rows of a PDF417 (ISO/IEC 15438, 5.2). */
const [minRows, maxRows] = [3, 90];
/** The maximum security level of a PDF417. */
const maxLevel = 8;
/** The maximum number of codewords of a PDF417. */
const maxCodewords = 928;
/** The number of values of a row indicator in each group of three rows. */
const indicatorValues = 30;

/** The fit from which an indicator has a vote, from -1 to 1. */
const minFit = 0.7;

/**
 * Finds the rows, columns and security level of a stack from its left row indicators, each of which
 * states one of the three. Returns undefined if no PDF417 has such a layout.
 */
export function findLayout(rectified: RectifiedStack): Layout | undefined {
  const { profiles } = sampleIndicators(rectified);
  const values = profiles.map((profile) => {
    const best = new Int16Array(maxRows);
    const fits = new Float32Array(maxRows);
    if (!profile) return { best, fits };
    for (let row = 0; row < maxRows; row++) {
      const first = Math.floor(row / clusterCount) * indicatorValues;
      fits[row] = -1;
      for (let value = 0; value < indicatorValues; value++) {
        const fit = matchSymbol(profile, row % clusterCount, first + value);
        if (fit > fits[row]!) [fits[row], best[row]] = [fit, value];
      }
    }
    return { best, fits };
  });
  const rows = alignRows(rectified.height, maxRows, (line, row) => values[line]!.fits[row]!);
  const votes = [0, 1, 2].map(() => new Float32Array(indicatorValues));
  rows.forEach((row, line) => {
    if (row < 0 || row >= maxRows) return;
    const { best, fits } = values[line]!;
    votes[row % clusterCount]![best[row]!]! += Math.max(0, fits[row]! - minFit);
  });
  const elect = (cluster: number) => votes[cluster]!.indexOf(Math.max(...votes[cluster]!));
  const [rowField, levelField, columnField] = [elect(0), elect(1), elect(2)];
  const layout = {
    rows: 3 * rowField + (levelField % 3) + 1,
    level: Math.floor(levelField / 3),
    columns: columnField + 1,
  };
  const count = layout.rows * layout.columns;
  const isPossible =
    layout.rows >= minRows &&
    layout.level <= maxLevel &&
    count > 2 ** (layout.level + 1) &&
    count <= maxCodewords;
  return isPossible ? layout : undefined;
}

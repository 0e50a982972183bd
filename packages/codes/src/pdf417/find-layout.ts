import { alignRows } from "./align-rows.ts";
import type { Layout } from "./draw-stack.ts";
import { matchSymbol } from "./match-symbols.ts";
import { sampleIndicators } from "./read-columns.ts";
import type { RectifiedStack } from "./rectified-stack.ts";
import { clusterCount } from "./symbols.ts";

/**
 * The most rows of a PDF417, and how many values a row indicator has in each group of three rows.
 */
const [mostRows, indicatorValues] = [90, 30];
const [leastRows, mostLevel, mostCodewords] = [3, 8, 928];

/** An indicator that fits less than this has no vote. */
const leastFit = 0.7;

/**
 * Finds the rows, columns and level of a stack from its left row indicators, each of which tells
 * one of them. Returns undefined if they tell none that a PDF417 may have.
 */
export function findLayout(rectified: RectifiedStack): Layout | undefined {
  const { profiles } = sampleIndicators(rectified);
  const values = profiles.map((profile) => {
    const best = new Int16Array(mostRows);
    const fits = new Float32Array(mostRows);
    if (!profile) return { best, fits };
    for (let row = 0; row < mostRows; row++) {
      const first = Math.floor(row / clusterCount) * indicatorValues;
      fits[row] = -1;
      for (let value = 0; value < indicatorValues; value++) {
        const fit = matchSymbol(profile, row % clusterCount, first + value);
        if (fit > fits[row]!) [fits[row], best[row]] = [fit, value];
      }
    }
    return { best, fits };
  });
  const rows = alignRows(rectified.height, mostRows, (line, row) => values[line]!.fits[row]!);
  const votes = [0, 1, 2].map(() => new Float32Array(indicatorValues));
  rows.forEach((row, line) => {
    if (row < 0 || row >= mostRows) return;
    const { best, fits } = values[line]!;
    votes[row % clusterCount]![best[row]!]! += Math.max(0, fits[row]! - leastFit);
  });
  const [rowField, levelField, columnField] = votes.map((counts) =>
    counts.indexOf(Math.max(...counts)),
  ) as [number, number, number];
  const layout = {
    rows: 3 * rowField + (levelField % 3) + 1,
    level: Math.floor(levelField / 3),
    columns: columnField + 1,
  };
  const count = layout.rows * layout.columns;
  const isPossible =
    layout.rows >= leastRows &&
    layout.level <= mostLevel &&
    count > 2 ** (layout.level + 1) &&
    count <= mostCodewords;
  return isPossible ? layout : undefined;
}

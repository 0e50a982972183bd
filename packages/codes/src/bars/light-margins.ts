/**
 * The minimum width of a dark run that is the background, in multiples of the narrow bars: the
 * widest bars of all linear codes have four modules.
 */
const minBackgroundFactor = 7;
/** The minimum contrast of a row with bars, in gray levels. */
const minContrast = 24;
/** The part of the samples below the dark level, and above the light level. */
const outlierPart = 0.1;

/**
 * Makes the dark background beside a label as light as the label's paper: a label that was cut
 * close to its bars gets the quiet zones that readers ask for. Returns undefined if no dark
 * background is beside the bars in the middle of the row.
 */
export function lightenMargins(row: Float32Array): Float32Array | undefined {
  const sorted = row.slice(row.length >> 2, row.length - (row.length >> 2)).sort();
  const dark = sorted[Math.floor(sorted.length * outlierPart)]!;
  const light = sorted[Math.floor(sorted.length * (1 - outlierPart))]!;
  if (light - dark < minContrast) return undefined;
  const runs = listDarkRuns(row, (dark + light) / 2);
  const widths = runs.map(({ start, end }) => end - start).sort((a, b) => a - b);
  const minWidth = minBackgroundFactor * (widths[widths.length >> 2] ?? 0);
  const middle = row.length / 2;
  const isBackground = ({ start, end }: Run) => end - start >= minWidth;
  const before = runs.findLast((run) => run.end < middle && isBackground(run));
  const after = runs.find((run) => run.start > middle && isBackground(run));
  if (!before && !after) return undefined;
  const lightened = row.slice();
  // The blurred edges of the label belong to the margins, up to where its paper is lightest.
  let left = before ? before.end : 0;
  while (left > 0 && row[left + 1]! > row[left]!) left++;
  let right = after ? after.start - 1 : row.length - 1;
  while (after && row[right - 1]! > row[right]!) right--;
  lightened.fill(Math.max(light, row[left]!), 0, left);
  lightened.fill(Math.max(light, row[right]!), right + 1);
  return lightened;
}

/** Samples that are dark without a gap, from `start` to before `end`. */
type Run = { start: number; end: number };

function listDarkRuns(row: Float32Array, threshold: number): Run[] {
  const runs: Run[] = [];
  let start: number | undefined;
  for (let i = 0; i <= row.length; i++) {
    const isDark = i < row.length && row[i]! <= threshold;
    if (isDark) start ??= i;
    else if (start !== undefined) {
      runs.push({ start, end: i });
      start = undefined;
    }
  }
  return runs;
}

/** The fit of a line outside of the stack, from -1 to 1: less than that of most symbols. */
const outsideFit = 0.72;

/**
 * Assigns each line to a row, from top to bottom, so that the sum of `fitOf` is largest (dynamic
 * programming). Returns the row of each line: -1 above the stack and `rowCount` below it.
 */
export function alignRows(
  lineCount: number,
  rowCount: number,
  fitOf: (line: number, row: number) => number,
): Int16Array {
  const states = rowCount + 2;
  /** The number of states by which the best path to a line and a state advances on this line. */
  const advances = new Uint8Array(lineCount * states);
  let last = new Float64Array(states).fill(-Infinity);
  for (let line = 0; line < lineCount; line++) {
    const next = new Float64Array(states);
    for (let state = 0; state < states; state++) {
      const stay = line === 0 ? 0 : last[state]!;
      let step = line === 0 || state === 0 ? -Infinity : last[state - 1]!;
      let advance = 1;
      // The rows of a code that is cut off at the bottom end early.
      if (state === states - 1 && line > 0) {
        for (let from = 1; from < state - 1; from++) {
          if (last[from]! > step) [step, advance] = [last[from]!, state - from];
        }
      }
      const fit = state === 0 || state === states - 1 ? outsideFit : fitOf(line, state - 1);
      next[state] = Math.max(stay, step) + fit;
      advances[line * states + state] = step > stay ? advance : 0;
    }
    last = next;
  }
  let state = last.indexOf(last.reduce((a, b) => Math.max(a, b), -Infinity));
  const rows = new Int16Array(lineCount);
  for (let line = lineCount - 1; line >= 0; line--) {
    rows[line] = state - 1;
    state -= advances[line * states + state]!;
  }
  return rows;
}

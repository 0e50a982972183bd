/** The eight neighbors, clockwise in the picture from the right. */
const steps = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

/**
 * Returns columns and rows, by turns, of the outer border of a part, clockwise (Moore's neighbor
 * tracing). `start` is the leftmost pixel of its highest row. Returns undefined if the border is
 * longer than `most` pixels.
 */
export function traceOutline(
  isDark: Uint8Array,
  width: number,
  height: number,
  start: number,
  most: number,
): number[] | undefined {
  const isSet = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < width && row < height && isDark[row * width + column] === 1;
  const startColumn = start % width;
  const startRow = (start - startColumn) / width;
  const outline: number[] = [];
  let [column, row] = [startColumn, startRow];
  let heading = 0;
  let firstHeading = -1;
  for (;;) {
    let turn = (heading + 5) % 8;
    let tries = 0;
    while (!isSet(column + steps[turn]![0], row + steps[turn]![1])) {
      turn = (turn + 1) % 8;
      if (++tries === 8) return undefined;
    }
    if (column === startColumn && row === startRow) {
      if (turn === firstHeading) return outline;
      if (firstHeading < 0) firstHeading = turn;
    }
    outline.push(column, row);
    if (outline.length > 2 * most) return undefined;
    heading = turn;
    column += steps[turn]![0];
    row += steps[turn]![1];
  }
}

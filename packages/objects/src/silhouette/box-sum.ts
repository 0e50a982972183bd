/**
 * Writes the sum over the square of `2 * radius + 1` pixels around each pixel into `out`. Pixels
 * outside of the picture count as zero. A running sum makes the time independent of the radius.
 */
export function boxSum(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
  out: Float32Array = new Float32Array(width * height),
): Float32Array {
  const size = 2 * radius + 1;
  // A ring buffer of the sums along the last rows, and for each column the sum of what is in it.
  const rowSums = new Float32Array(size * width);
  const columnSums = new Float64Array(width);
  const enterRow = (row: number) => {
    const start = (row % size) * width;
    sumAlongRow(values.subarray(row * width, (row + 1) * width), radius, rowSums, start);
    addRow(columnSums, rowSums, start, 1);
  };
  for (let row = 0; row < Math.min(radius, height); row++) enterRow(row);
  for (let row = 0; row < height; row++) {
    const leaving = row - radius - 1;
    if (leaving >= 0) addRow(columnSums, rowSums, (leaving % size) * width, -1);
    if (row + radius < height) enterRow(row + radius);
    out.set(columnSums, row * width);
  }
  return out;
}

/** Adds the row of `rows` that begins at `start` to `sums`, or subtracts it if `sign` is -1. */
function addRow(sums: Float64Array, rows: Float32Array, start: number, sign: 1 | -1): void {
  for (let column = 0; column < sums.length; column++) {
    sums[column]! += sign * rows[start + column]!;
  }
}

/** Writes the running sum along a row into `out`, from `start` on. */
function sumAlongRow(row: Float32Array, radius: number, out: Float32Array, start: number): void {
  const { length } = row;
  let sum = 0;
  for (let column = 0; column < Math.min(radius, length); column++) sum += row[column]!;
  for (let column = 0; column < length; column++) {
    if (column + radius < length) sum += row[column + radius]!;
    if (column > radius) sum -= row[column - radius - 1]!;
    out[start + column] = sum;
  }
}

/**
 * Writes the sum over a square of `2 * radius + 1` pixels round each pixel into `out`; outside of
 * the picture is nothing.
 */
export function boxSum(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
  out: Float32Array = new Float32Array(width * height),
): Float32Array {
  const kept = 2 * radius + 1;
  // Sums along the last rows, in turn, and down their columns.
  const rows = new Float32Array(kept * width);
  const columns = new Float64Array(width);
  const addRow = (row: number) => {
    const to = (row % kept) * width;
    sumRow(values.subarray(row * width, (row + 1) * width), radius, rows, to);
    for (let column = 0; column < width; column++) columns[column]! += rows[to + column]!;
  };
  for (let row = 0; row < Math.min(radius, height); row++) addRow(row);
  for (let row = 0; row < height; row++) {
    const behind = row - radius - 1;
    if (behind >= 0) {
      const from = (behind % kept) * width;
      for (let column = 0; column < width; column++) columns[column]! -= rows[from + column]!;
    }
    if (row + radius < height) addRow(row + radius);
    out.set(columns, row * width);
  }
  return out;
}

function sumRow(values: Float32Array, radius: number, out: Float32Array, to: number): void {
  const { length } = values;
  let sum = 0;
  for (let at = 0; at < Math.min(radius, length); at++) sum += values[at]!;
  for (let at = 0; at < length; at++) {
    if (at + radius < length) sum += values[at + radius]!;
    if (at > radius) sum -= values[at - radius - 1]!;
    out[to + at] = sum;
  }
}

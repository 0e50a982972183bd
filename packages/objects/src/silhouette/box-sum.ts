/** Writes the sum over a square of `2 * radius + 1` pixels round each pixel into `out`; outside of the picture is nothing. */
export function boxSum(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
  out: Float32Array = new Float32Array(width * height),
): Float32Array {
  const rows = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const start = row * width;
    let sum = 0;
    for (let column = 0; column < Math.min(radius, width); column++) sum += values[start + column]!;
    for (let column = 0; column < width; column++) {
      if (column + radius < width) sum += values[start + column + radius]!;
      if (column > radius) sum -= values[start + column - radius - 1]!;
      rows[start + column] = sum;
    }
  }
  const sums = new Float64Array(width);
  for (let row = 0; row < Math.min(radius, height); row++) {
    for (let column = 0; column < width; column++) sums[column]! += rows[row * width + column]!;
  }
  for (let row = 0; row < height; row++) {
    const ahead = (row + radius) * width;
    const behind = (row - radius - 1) * width;
    for (let column = 0; column < width; column++) {
      if (row + radius < height) sums[column]! += rows[ahead + column]!;
      if (row > radius) sums[column]! -= rows[behind + column]!;
      out[row * width + column] = sums[column]!;
    }
  }
  return out;
}

type Size = { width: number; height: number };

/**
 * Returns a plane in which each value is the maximum of the square around it, `radius` to each side
 * (dilation).
 */
export function dilate(plane: Float32Array, size: Size, radius: number): Float32Array {
  return filterBothWays(plane, size, radius, 1);
}

/** Returns a plane in which each value is the minimum of the square around it (erosion). */
export function erode(plane: Float32Array, size: Size, radius: number): Float32Array {
  return filterBothWays(plane, size, radius, -1);
}

/**
 * Removes dark strokes up to twice the radius wide, such as text, and keeps the edges of larger
 * areas (gray closing).
 */
export function closeStrokes(plane: Float32Array, size: Size, radius: number): Float32Array {
  return erode(dilate(plane, size, radius), size, radius);
}

function filterBothWays(
  plane: Float32Array,
  { width, height }: Size,
  radius: number,
  sign: 1 | -1,
): Float32Array {
  const across = plane.slice();
  for (let offset = -radius; offset <= radius; offset++) {
    const [first, last] = [Math.max(0, -offset), Math.min(width, width - offset)];
    for (let row = 0; row < plane.length; row += width)
      keepExtremes(across, row + first, row + last, plane, offset, sign);
  }
  const both = across.slice();
  for (let offset = -radius; offset <= radius; offset++) {
    const [first, last] = [Math.max(0, -offset), Math.min(height, height - offset)];
    keepExtremes(both, first * width, last * width, across, offset * width, sign);
  }
  return both;
}

/**
 * Replaces the values of `result` from `first` to before `end` by those `offset` entries further on
 * in `plane`, where these are higher (`sign` 1) or lower (-1).
 */
function keepExtremes(
  result: Float32Array,
  first: number,
  end: number,
  plane: Float32Array,
  offset: number,
  sign: 1 | -1,
): void {
  for (let i = first; i < end; i++) {
    const value = plane[i + offset]!;
    if ((value - result[i]!) * sign > 0) result[i] = value;
  }
}

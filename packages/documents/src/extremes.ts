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
  for (let off = -radius; off <= radius; off++) {
    const [first, last] = [Math.max(0, -off), Math.min(width, width - off)];
    for (let row = 0; row < plane.length; row += width)
      keepExtremes(across, row + first, row + last, plane, off, sign);
  }
  const both = across.slice();
  for (let off = -radius; off <= radius; off++) {
    const [first, last] = [Math.max(0, -off), Math.min(height, height - off)];
    keepExtremes(both, first * width, last * width, across, off * width, sign);
  }
  return both;
}

/**
 * Replaces the values from `first` on, up to `end`, by those of another plane at a distance where
 * these are more extreme.
 */
function keepExtremes(
  kept: Float32Array,
  first: number,
  end: number,
  plane: Float32Array,
  distance: number,
  sign: 1 | -1,
): void {
  for (let at = first; at < end; at++) {
    const value = plane[at + distance]!;
    if ((value - kept[at]!) * sign > 0) kept[at] = value;
  }
}

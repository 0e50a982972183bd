/**
 * Returns how far each pixel is from the outline at which a probability crosses one half, in
 * pixels: positive inside, at most `limit` in either direction. The outline is placed between
 * pixels by linear interpolation.
 */
export function signedDistance(
  object: Float32Array,
  width: number,
  height: number,
  limit: number,
): Float32Array {
  const size = width * height;
  const nearestX = new Float32Array(size).fill(1e6);
  const nearestY = new Float32Array(size).fill(1e6);
  const squares = new Float32Array(size).fill(limit * limit);
  const offer = (at: number, column: number, row: number, x: number, y: number) => {
    const square = (x - column) ** 2 + (y - row) ** 2;
    if (square >= squares[at]!) return;
    squares[at] = square;
    nearestX[at] = x;
    nearestY[at] = y;
  };
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      const value = object[at]! - 0.5;
      for (let dx = 0; dx < 2; dx++) {
        const dy = 1 - dx;
        if (column + dx >= width || row + dy >= height) continue;
        const other = at + dx + dy * width;
        const ahead = object[other]! - 0.5;
        if (value > 0 === ahead > 0) continue;
        const t = value / (value - ahead);
        offer(at, column, row, column + t * dx, row + t * dy);
        offer(other, column + dx, row + dy, column + t * dx, row + t * dy);
      }
    }
  }
  const pull = (at: number, column: number, row: number, other: number) => {
    if (nearestX[other]! < 1e6) offer(at, column, row, nearestX[other]!, nearestY[other]!);
  };
  for (let at = 0, row = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      if (column > 0) pull(at, column, row, at - 1);
      if (row === 0) continue;
      pull(at, column, row, at - width);
      if (column > 0) pull(at, column, row, at - width - 1);
      if (column < width - 1) pull(at, column, row, at - width + 1);
    }
  }
  for (let at = size - 1, row = height - 1; row >= 0; row--) {
    for (let column = width - 1; column >= 0; column--, at--) {
      if (column < width - 1) pull(at, column, row, at + 1);
      if (row === height - 1) continue;
      pull(at, column, row, at + width);
      if (column < width - 1) pull(at, column, row, at + width + 1);
      if (column > 0) pull(at, column, row, at + width - 1);
    }
  }
  for (let at = 0; at < size; at++) {
    const distance = Math.sqrt(squares[at]!);
    squares[at] = object[at]! > 0.5 ? distance : -distance;
  }
  return squares;
}

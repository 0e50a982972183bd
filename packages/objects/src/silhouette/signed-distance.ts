/**
 * Returns the signed distance of each pixel to the outline at which a probability crosses one half,
 * in pixels: positive inside, limited to `limit` in either direction. The outline lies between
 * pixels, by linear interpolation. Each pixel takes over the nearest outline point of a neighbor
 * (Danielsson, "Euclidean distance mapping", 1980).
 */
export function signedDistance(
  probabilities: Float32Array,
  width: number,
  height: number,
  limit: number,
): Float32Array {
  const map = createNearestMap(width, height, limit);
  offerCrossings(map, probabilities);
  propagate(map, 1);
  propagate(map, -1);
  const distances = map.squares;
  for (let at = 0; at < distances.length; at++) {
    const distance = Math.sqrt(distances[at]!);
    distances[at] = probabilities[at]! > 0.5 ? distance : -distance;
  }
  return distances;
}

/** The outline point nearest to each pixel, as far as it has been found. */
type NearestMap = {
  width: number;
  height: number;
  /** The squared distances to these points. */
  squares: Float32Array;
  /** Takes a point for a pixel if it is nearer than the point that the pixel has. */
  offer: (at: number, column: number, row: number, x: number, y: number) => void;
  /** Offers a pixel the point of another pixel. */
  offerFrom: (other: number, at: number, column: number, row: number) => void;
};

/** The coordinates of a point that has not been found. */
const notFound = 1e6;

function createNearestMap(width: number, height: number, limit: number): NearestMap {
  const size = width * height;
  const nearestX = new Float32Array(size).fill(notFound);
  const nearestY = new Float32Array(size).fill(notFound);
  const squares = new Float32Array(size).fill(limit * limit);
  const offer = (at: number, column: number, row: number, x: number, y: number) => {
    const square = (x - column) ** 2 + (y - row) ** 2;
    if (square >= squares[at]!) return;
    squares[at] = square;
    nearestX[at] = x;
    nearestY[at] = y;
  };
  const offerFrom = (other: number, at: number, column: number, row: number) => {
    const x = nearestX[other]!;
    if (x < notFound) offer(at, column, row, x, nearestY[other]!);
  };
  return { width, height, squares, offer, offerFrom };
}

/** Offers the points at which the outline crosses between two pixels to both of them. */
function offerCrossings({ width, height, offer }: NearestMap, probabilities: Float32Array): void {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      const value = probabilities[at]! - 0.5;
      for (let dx = 0; dx < 2; dx++) {
        const dy = 1 - dx;
        if (column + dx >= width || row + dy >= height) continue;
        const other = at + dx + dy * width;
        const otherValue = probabilities[other]! - 0.5;
        if (value > 0 === otherValue > 0) continue;
        const share = value / (value - otherValue);
        offer(at, column, row, column + share * dx, row + share * dy);
        offer(other, column + dx, row + dy, column + share * dx, row + share * dy);
      }
    }
  }
}

/**
 * Passes points on from pixel to pixel, from the first pixel to the last, or the other way if
 * `direction` is -1.
 */
function propagate({ width, height, offerFrom }: NearestMap, direction: 1 | -1): void {
  const [start, startColumn, startRow] =
    direction === 1 ? [0, 0, 0] : [width * height - 1, width - 1, height - 1];
  for (let i = 0; i < height; i++) {
    const row = startRow + direction * i;
    for (let j = 0; j < width; j++) {
      const column = startColumn + direction * j;
      const at = start + direction * (i * width + j);
      if (j > 0) offerFrom(at - direction, at, column, row);
      if (i === 0) continue;
      const before = at - direction * width;
      offerFrom(before, at, column, row);
      if (j > 0) offerFrom(before - direction, at, column, row);
      if (j < width - 1) offerFrom(before + direction, at, column, row);
    }
  }
}

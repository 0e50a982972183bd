import { paintedAlpha, type Texture } from "./texture.ts";

/** How many texels colors spread beyond the triangles. */
const spreadRounds = 4;

/**
 * Gives texels without a color that of a painted texel beside them (dilation), so that no seam
 * shows when a viewer filters the texture; those farther away the mean color. Makes all opaque.
 */
export function fillGaps(texture: Texture): void {
  // An alpha for each round keeps texels of the same round from spreading further in it.
  for (let round = 1; round <= spreadRounds; round++) spread(texture, paintedAlpha - round);
  fillWithMean(texture);
}

/** Colors the texels beside those whose alpha is greater than `alpha`, and gives them `alpha`. */
function spread(texture: Texture, alpha: number): void {
  const { data } = texture;
  for (let texel = 0; texel < data.length; texel += 4) {
    if (data[texel + 3]! > 0) continue;
    const neighbor = findPaintedNeighbor(texture, texel, alpha);
    if (neighbor === undefined) continue;
    data.copyWithin(texel, neighbor, neighbor + 3);
    data[texel + 3] = alpha;
  }
}

/** Returns where a texel beside another one begins whose alpha is greater than `alpha`. */
function findPaintedNeighbor(
  { data, size }: Texture,
  texel: number,
  alpha: number,
): number | undefined {
  const column = (texel >> 2) % size;
  const isPainted = (other: number) => data[other + 3]! > alpha;
  if (column > 0 && isPainted(texel - 4)) return texel - 4;
  if (column < size - 1 && isPainted(texel + 4)) return texel + 4;
  if (texel >= 4 * size && isPainted(texel - 4 * size)) return texel - 4 * size;
  if (texel + 4 * size < data.length && isPainted(texel + 4 * size)) return texel + 4 * size;
  return undefined;
}

/** Gives the texels that still have no color the mean of the others, and makes all opaque. */
function fillWithMean({ data }: Texture): void {
  // The count begins at one, so that a texture without any color becomes black.
  let [red, green, blue, count] = [0, 0, 0, 1];
  for (let texel = 0; texel < data.length; texel += 4) {
    if (data[texel + 3] === 0) continue;
    red += data[texel]!;
    green += data[texel + 1]!;
    blue += data[texel + 2]!;
    count++;
  }
  for (let texel = 0; texel < data.length; texel += 4) {
    if (data[texel + 3] === 0) data.set([red / count, green / count, blue / count], texel);
    data[texel + 3] = 255;
  }
}

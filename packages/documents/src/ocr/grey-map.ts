import type { Picture } from "../picture.ts";

/** Brightness, one byte for each pixel, rows from the top. */
export type GreyMap = { width: number; height: number; data: Uint8Array };

/**
 * Returns the brightness of a picture (the luma of ITU-R BT.601). With `longestSide`, a larger
 * picture is reduced to it: each pixel is then the mean of those that it covers.
 */
export function toGreyMap(
  picture: Picture,
  longestSide: number = Number.POSITIVE_INFINITY,
): GreyMap {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = findSpan(y, height, picture.height);
    for (let x = 0; x < width; x++) {
      const [left, right] = findSpan(x, width, picture.width);
      data[y * width + x] = meanLuma(picture, left, top, right, bottom);
    }
  }
  return { width, height, data };
}

/** Returns the first source pixel that a reduced pixel covers, and the pixel after the last. */
function findSpan(index: number, count: number, sourceCount: number): [number, number] {
  const first = Math.floor((index * sourceCount) / count);
  return [first, Math.max(first + 1, Math.floor(((index + 1) * sourceCount) / count))];
}

/** Returns the mean luma of the pixels of a box. */
function meanLuma(
  { data, width }: Picture,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let pixel = 4 * (y * width + left); pixel < 4 * (y * width + right); pixel += 4) {
      sum += 299 * data[pixel]! + 587 * data[pixel + 1]! + 114 * data[pixel + 2]!;
    }
  }
  return Math.round(sum / (1000 * (right - left) * (bottom - top)));
}

/** Returns a grey map enlarged by a factor, interpolated between the four nearest pixels. */
export function enlargeGreyMap(map: GreyMap, factor: number): GreyMap {
  const [width, height] = [Math.round(map.width * factor), Math.round(map.height * factor)];
  const data = new Uint8Array(width * height);
  const columns = Array.from({ length: width }, (_, x) => findNeighbors(x, width, map.width));
  for (let y = 0, index = 0; y < height; y++) {
    const { first: top, second: bottom, share: down } = findNeighbors(y, height, map.height);
    for (let x = 0; x < width; x++, index++) {
      const { first, second, share } = columns[x]!;
      const row = (at: number) =>
        map.data[at * map.width + first]! * (1 - share) +
        map.data[at * map.width + second]! * share;
      data[index] = Math.round(row(top) * (1 - down) + row(bottom) * down);
    }
  }
  return { width, height, data };
}

/** Returns the source pixels around an enlarged one along an axis, and the share of the second. */
function findNeighbors(index: number, count: number, sourceCount: number) {
  const position = Math.max(0, ((index + 0.5) * sourceCount) / count - 0.5);
  const first = Math.floor(position);
  return { first, second: Math.min(sourceCount - 1, first + 1), share: position - first };
}

/** Returns a grey map turned clockwise by a number of quarter turns. */
export function turnGreyMap(map: GreyMap, quarterTurns: 0 | 1 | 2 | 3): GreyMap {
  if (quarterTurns === 0) return map;
  const { width, height, data } = map;
  if (quarterTurns === 2) return { width, height, data: data.toReversed() };
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const target =
        quarterTurns === 1 ? x * height + height - 1 - y : (width - 1 - x) * height + y;
      turned[target] = data[y * width + x]!;
    }
  }
  return { width: height, height: width, data: turned };
}

/**
 * Encodes a grey map as a binary PGM file (netpbm), which the text engine decodes without loss and
 * without delay.
 */
export function encodePgm({ width, height, data }: GreyMap): Uint8Array {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const bytes = new Uint8Array(header.length + data.length);
  bytes.set(header);
  bytes.set(data, header.length);
  return bytes;
}

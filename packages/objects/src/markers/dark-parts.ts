import type { GrayPicture } from "./gray-picture.ts";

/** Pixels that are darker than what is round them, and hang together. The ends are included. */
type DarkPart = { left: number; top: number; right: number; bottom: number; start: number };

type DarkParts = {
  /** 1 for each dark pixel. */
  isDark: Uint8Array;
  parts: DarkPart[];
};

/** A pixel is dark if it has less than this share of the mean in the square round it. */
const darkShare = 0.78;

/**
 * Finds dark pixels, and the parts (with all eight neighbors) that are at least `least` pixels wide
 * and high.
 */
export function findDarkParts(gray: GrayPicture, least: number): DarkParts {
  const isDark = findDark(gray, Math.max(8, Math.round(gray.width / 52)));
  return { isDark, parts: findParts(isDark, gray.width, gray.height, least) };
}

/** Compares each pixel with the mean of a square that reaches `radius` pixels in each direction. */
function findDark({ width, height, levels }: GrayPicture, radius: number): Uint8Array {
  const isDark = new Uint8Array(width * height);
  const columns = new Uint32Array(width);
  const addRow = (row: number) => {
    for (let column = 0, at = row * width; column < width; column++, at++) {
      columns[column]! += levels[at]!;
    }
  };
  const removeRow = (row: number) => {
    for (let column = 0, at = row * width; column < width; column++, at++) {
      columns[column]! -= levels[at]!;
    }
  };
  for (let row = 0; row < Math.min(radius, height); row++) addRow(row);
  for (let row = 0; row < height; row++) {
    if (row + radius < height) addRow(row + radius);
    if (row > radius) removeRow(row - radius - 1);
    const rows = Math.min(height, row + radius + 1) - Math.max(0, row - radius);
    let sum = 0;
    for (let column = 0; column < Math.min(radius, width); column++) sum += columns[column]!;
    for (let column = 0, at = row * width; column < width; column++, at++) {
      if (column + radius < width) sum += columns[column + radius]!;
      if (column > radius) sum -= columns[column - radius - 1]!;
      const across = Math.min(width, column + radius + 1) - Math.max(0, column - radius);
      if (levels[at]! * across * rows < darkShare * sum) isDark[at] = 1;
    }
  }
  return isDark;
}

/**
 * Joins runs of dark pixels with those of the row above. A run that joins another belongs to the
 * earlier one.
 */
function findParts(isDark: Uint8Array, width: number, height: number, least: number): DarkPart[] {
  const starts: number[] = [];
  const ends: number[] = [];
  const owners: number[] = [];
  const find = (run: number) => {
    let owner = run;
    while (owners[owner] !== owner) owner = owners[owner]!;
    owners[run] = owner;
    return owner;
  };
  let above = 0;
  for (let row = 0; row < height; row++) {
    const first = starts.length;
    const end = (row + 1) * width;
    for (let at = row * width; at < end; at++) {
      if (!isDark[at]) continue;
      const start = at;
      while (at < end && isDark[at]) at++;
      const run = starts.length;
      starts.push(start);
      ends.push(at - 1);
      owners.push(run);
      while (above < first && ends[above]! + width < start - 1) above++;
      for (let other = above; other < first && starts[other]! + width <= at; other++) {
        const [a, b] = [find(other), find(run)];
        owners[Math.max(a, b)] = Math.min(a, b);
      }
    }
    above = first;
  }
  const parts = new Map<number, DarkPart>();
  for (let run = 0; run < starts.length; run++) {
    const left = starts[run]! % width;
    const row = (starts[run]! - left) / width;
    const right = left + ends[run]! - starts[run]!;
    const owner = find(run);
    const part = parts.get(owner);
    if (!part) parts.set(owner, { left, top: row, right, bottom: row, start: starts[run]! });
    else {
      if (left < part.left) part.left = left;
      if (right > part.right) part.right = right;
      part.bottom = row;
    }
  }
  return [...parts.values()].filter(
    ({ left, top, right, bottom }) => right - left + 1 >= least && bottom - top + 1 >= least,
  );
}

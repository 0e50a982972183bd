import type { GrayPicture } from "./gray-picture.ts";

/**
 * A connected part of dark pixels: the columns and rows of its box, both ends included, and the
 * index of the leftmost pixel of its highest row.
 */
type DarkPart = { left: number; top: number; right: number; bottom: number; start: number };

type DarkParts = {
  /** 1 for each dark pixel. */
  isDark: Uint8Array;
  parts: DarkPart[];
};

/** A pixel is dark if it has less than this share of the mean level in the square around it. */
const darkShare = 0.78;

/**
 * Finds dark pixels, and the parts (with all eight neighbors) that are at least `minSize` pixels
 * wide and high.
 */
export function findDarkParts(gray: GrayPicture, minSize: number): DarkParts {
  const isDark = findDark(gray, Math.max(8, Math.round(gray.width / 52)));
  const parts = boxParts(findRuns(isDark, gray.width, gray.height), gray.width).filter(
    ({ left, top, right, bottom }) => right - left + 1 >= minSize && bottom - top + 1 >= minSize,
  );
  return { isDark, parts };
}

/**
 * Compares each pixel with the mean of a square that reaches `radius` pixels in each direction. The
 * sums of its columns move down with the rows, and the sum of the square along them.
 */
function findDark({ width, height, levels }: GrayPicture, radius: number): Uint8Array {
  const isDark = new Uint8Array(width * height);
  const columnSums = new Uint32Array(width);
  const addRow = (row: number, sign: 1 | -1) => {
    for (let column = 0, at = row * width; column < width; column++, at++) {
      columnSums[column]! += sign * levels[at]!;
    }
  };
  for (let row = 0; row < Math.min(radius, height); row++) addRow(row, 1);
  for (let row = 0; row < height; row++) {
    if (row + radius < height) addRow(row + radius, 1);
    if (row > radius) addRow(row - radius - 1, -1);
    const rows = Math.min(height, row + radius + 1) - Math.max(0, row - radius);
    let sum = 0;
    for (let column = 0; column < Math.min(radius, width); column++) sum += columnSums[column]!;
    for (let column = 0, at = row * width; column < width; column++, at++) {
      if (column + radius < width) sum += columnSums[column + radius]!;
      if (column > radius) sum -= columnSums[column - radius - 1]!;
      const columns = Math.min(width, column + radius + 1) - Math.max(0, column - radius);
      if (levels[at]! * columns * rows < darkShare * sum) isDark[at] = 1;
    }
  }
  return isDark;
}

/**
 * A run of dark pixels in a row, from one index to another, and an earlier run of the same part;
 * undefined for the first run of a part.
 */
type Run = { start: number; end: number; parent: Run | undefined };

/** Returns all runs of dark pixels, joined with those that touch them in the row above. */
function findRuns(isDark: Uint8Array, width: number, height: number): Run[] {
  const runs: Run[] = [];
  let above: Run[] = [];
  for (let row = 0; row < height; row++) {
    const found = findRowRuns(isDark, row * width, (row + 1) * width);
    let skipped = 0;
    for (const run of found) {
      runs.push(run);
      for (let index = skipped; index < above.length; index++) {
        const other = above[index]!;
        if (other.start + width > run.end + 1) break;
        if (other.end + width < run.start - 1) skipped = index + 1;
        else join(other, run);
      }
    }
    above = found;
  }
  return runs;
}

/** Returns the runs of dark pixels between two indexes. */
function findRowRuns(isDark: Uint8Array, start: number, end: number): Run[] {
  const runs: Run[] = [];
  for (let at = start; at < end; at++) {
    if (!isDark[at]) continue;
    const first = at;
    while (at < end && isDark[at]) at++;
    runs.push({ start: first, end: at - 1, parent: undefined });
  }
  return runs;
}

/** Joins the parts of two runs (union-find); the earliest run is the root of a part. */
function join(a: Run, b: Run): void {
  const [rootA, rootB] = [findRoot(a), findRoot(b)];
  if (rootA.start < rootB.start) rootB.parent = rootA;
  if (rootB.start < rootA.start) rootA.parent = rootB;
}

function findRoot(run: Run): Run {
  let root = run;
  while (root.parent) root = root.parent;
  if (root !== run) run.parent = root;
  return root;
}

/** Returns the box of each part, in the order of their first runs. */
function boxParts(runs: readonly Run[], width: number): DarkPart[] {
  const parts = new Map<Run, DarkPart>();
  for (const run of runs) {
    const left = run.start % width;
    const row = (run.start - left) / width;
    const right = left + run.end - run.start;
    const root = findRoot(run);
    const part = parts.get(root);
    if (!part) parts.set(root, { left, top: row, right, bottom: row, start: run.start });
    else {
      if (left < part.left) part.left = left;
      if (right > part.right) part.right = right;
      part.bottom = row;
    }
  }
  return [...parts.values()];
}

import type { Point } from "../geometry/point.ts";
import type { Plane } from "../plane.ts";
import { extendStart, type FullStart, type Start } from "./extend-start.ts";
import { symbolWidth } from "./symbols.ts";

/**
 * The widths of pairs of a start pattern in modules: of each bar with the next space, and of each
 * space with the next bar. Pairs keep their width where ink has spread.
 */
const pairWidths = [9, 2, 2, 2, 2, 2, 4];
/** The maximum difference of a pair from its width, in modules. */
const pairTolerance = 0.7;
/** The distance of lines that are scanned, in pixels. */
const lineStep = 3;
/**
 * The minimum differences of successive extremes in two searches, in gray levels: narrow bars may
 * be faint, and wide ones may be dirty.
 */
const contrasts = [18, 48];
/** The minimum number of scanned lines that cross a start pattern. */
const minHits = 4;
/** The maximum gap between such lines, in lines. */
const maxGap = 6;
/** The minimum height of a start pattern, in modules. */
const minHeight = 4;
/** The minimum width of a module in pixels. */
const minModule = 1.4;
/** The maximum change of the width of modules from line to line, as a part of it. */
const maxModuleChange = 0.2;
/** The maximum shift of an edge from one line of pixels to the next, in pixels. */
const maxShift = 1.2;
/** The minimum cosine of the angle between two start patterns of one code. */
const minCosine = 0.8;
/** The maximum distance of two start patterns of one code along the rows, in modules. */
const maxDistanceAlong = 4;

/**
 * The crossing of a scanned line with a start pattern: it begins at `from` and lies in the
 * direction of `sign`.
 */
type Hit = { line: number; from: number; module: number; sign: 1 | -1 };

/**
 * Yields the start patterns in a plane, at any angle, from end to end, those on most scanned lines
 * first.
 */
export function* findStarts(plane: Plane): Generator<FullStart> {
  const found = [false, true].flatMap((isUpright) =>
    listChains(plane, isUpright).map((chain) => toStart(chain, isUpright)),
  );
  const starts: FullStart[] = [];
  for (const start of found.sort((a, b) => lengthOf(b) - lengthOf(a))) {
    if (starts.some((other) => isSameStart(other, start))) continue;
    const full = extendStart(plane, start);
    starts.push(full);
    yield full;
  }
}

function lengthOf({ top, bottom }: Start): number {
  return Math.hypot(bottom.x - top.x, bottom.y - top.y);
}

/** Whether two start patterns are of one code, which several searches may have found. */
function isSameStart(a: Start, b: Start): boolean {
  const x = (b.top.x + b.bottom.x - a.top.x - a.bottom.x) / 2;
  const y = (b.top.y + b.bottom.y - a.top.y - a.bottom.y) / 2;
  const along = Math.abs(x * a.along.x + y * a.along.y);
  const across = Math.abs(y * a.along.x - x * a.along.y);
  const isSameDirection = a.along.x * b.along.x + a.along.y * b.along.y > minCosine;
  return (
    isSameDirection &&
    along < maxDistanceAlong * a.module &&
    across < (lengthOf(a) + lengthOf(b)) / 2
  );
}

/**
 * Lists chains of hits that follow each other from line to line. Lines are the columns of the plane
 * if `isUpright`, else its rows.
 */
function listChains(plane: Plane, isUpright: boolean): Hit[][] {
  const [length, lines] = isUpright ? [plane.height, plane.width] : [plane.width, plane.height];
  const scan = createScanner(length);
  const chains = contrasts.map((): Hit[][] => []);
  const batch = new Int16Array(length * batchSize);
  for (let first = 1; first < lines - 1; first += lineStep * batchSize) {
    const count = Math.min(batchSize, Math.ceil((lines - 1 - first) / lineStep));
    if (isUpright) sumColumns(plane, first, count, batch);
    else sumRows(plane, first, count, batch);
    for (let k = 0; k < count; k++) {
      const values = batch.subarray(k * length, (k + 1) * length);
      scan(values, first + k * lineStep).forEach((hits, index) => {
        for (const hit of hits) addHit(chains[index]!, hit);
      });
    }
  }
  return chains.flat().filter(isStart);
}

/** The number of lines that are summed at once, so that memory is read in its order. */
const batchSize = 8;

/** Sums each of `count` rows with the rows above and below, which reduces noise. */
function sumRows({ data, width }: Plane, first: number, count: number, sums: Int16Array): void {
  for (let k = 0, i = 0; k < count; k++) {
    const end = (first + k * lineStep + 1) * width;
    for (let pixel = end - width; pixel < end; pixel++) {
      sums[i++] = data[pixel - width]! + data[pixel]! + data[pixel + width]!;
    }
  }
}

/** Sums each of `count` columns with the columns to its left and right. */
function sumColumns(
  { data, width, height }: Plane,
  first: number,
  count: number,
  sums: Int16Array,
): void {
  for (let y = 0; y < height; y++) {
    for (let k = 0, pixel = y * width + first; k < count; k++, pixel += lineStep) {
      sums[k * height + y] = data[pixel - 1]! + data[pixel]! + data[pixel + 1]!;
    }
  }
}

function addHit(chains: Hit[][], hit: Hit): void {
  const chain = chains.findLast((candidate) => {
    const last = candidate.at(-1)!;
    const gap = hit.line - last.line;
    return (
      last.sign === hit.sign &&
      gap > 0 &&
      gap <= maxGap * lineStep &&
      Math.abs(hit.module - last.module) < maxModuleChange * last.module &&
      Math.abs(hit.from - last.from) < last.module + gap * maxShift
    );
  });
  if (chain) chain.push(hit);
  else chains.push([hit]);
}

function isStart(chain: Hit[]): boolean {
  const reach = chain.at(-1)!.line - chain[0]!.line;
  return chain.length >= minHits && reach >= minHeight * chain[0]!.module;
}

/** Returns a function that lists the start patterns on a line of brightness, for each contrast. */
function createScanner(length: number) {
  const extremes = new Int32Array(length + 1);
  const edges = new Float64Array(length + 1);
  return (values: Int16Array, line: number): Hit[][] => {
    let count = length;
    return contrasts.map((contrast, index) => {
      count = listExtremes(values, contrast * 3, extremes, index === 0 ? undefined : count);
      return count < minExtremes ? [] : listHits(values, count, line);
    });
  };

  function listHits(values: Int16Array, count: number, line: number): Hit[] {
    for (let i = 0; i + 1 < count; i++) edges[i] = findEdge(values, extremes[i]!, extremes[i + 1]!);
    const hits: Hit[] = [];
    // The edge after a light extreme is the left one of a bar.
    const firstBar = values[extremes[0]!]! < values[extremes[1]!]! ? 1 : 0;
    for (let first = 0; first + 8 < count - 1; first++) {
      const isBar = (first & 1) === firstBar;
      const module = measureStart(edges, isBar ? first : first + 8, isBar ? 1 : -1);
      if (module === undefined) continue;
      hits.push({ line, from: edges[isBar ? first : first + 8]!, module, sign: isBar ? 1 : -1 });
    }
    return hits;
  }
}

/** The minimum number of extremes of a line: before, within and after a start pattern. */
const minExtremes = 10;

/**
 * Writes the indices of the alternating minima and maxima of a line, which differ by more than
 * `contrast`, to `extremes`, and returns their number. If `knownCount` is given, only the first
 * `knownCount` indices of `extremes` are compared, which are the extremes by a lower contrast.
 * `extremes` is reused for each line, as this is the inner loop of the search.
 */
function listExtremes(
  values: Int16Array,
  contrast: number,
  extremes: Int32Array,
  knownCount?: number,
): number {
  const length = knownCount ?? values.length;
  if (length === 0) return 0;
  let [count, direction] = [0, 0];
  let [lowAt, highAt] = knownCount === undefined ? [0, 0] : [extremes[0]!, extremes[0]!];
  let [low, high] = [values[lowAt]!, values[highAt]!];
  for (let i = 1; i < length; i++) {
    const index = knownCount === undefined ? i : extremes[i]!;
    const value = values[index]!;
    if (value < low) {
      low = value;
      lowAt = index;
    }
    if (value > high) {
      high = value;
      highAt = index;
    }
    if (direction !== 1 && value - low > contrast) {
      extremes[count++] = lowAt;
      direction = 1;
      high = value;
      highAt = index;
    } else if (direction !== -1 && high - value > contrast) {
      extremes[count++] = highAt;
      direction = -1;
      low = value;
      lowAt = index;
    }
  }
  // Nothing follows the margin of a start pattern that is the last one of a line.
  if (direction !== 0) extremes[count++] = direction === 1 ? highAt : lowAt;
  return count;
}

/** Returns the position between two indices at which a line crosses the mean of both values. */
function findEdge(values: Int16Array, from: number, to: number): number {
  const level = (values[from]! + values[to]!) / 2;
  const isFalling = values[to]! < values[from]!;
  let i = from;
  while (i + 1 < to && values[i + 1]! > level === isFalling) i++;
  const [a, b] = [values[i]!, values[i + 1]!];
  return a === b ? i + 0.5 : i + Math.max(0, Math.min(1, (a - level) / (a - b)));
}

/**
 * Returns the width of a module if nine edges from `first` on are those of a start pattern, else
 * undefined.
 */
function measureStart(edges: Float64Array, first: number, sign: 1 | -1): number | undefined {
  const module = ((edges[first + 8 * sign]! - edges[first]!) * sign) / symbolWidth;
  if (module < minModule) return undefined;
  for (let i = 0; i < pairWidths.length; i++) {
    const width = (edges[first + (i + 2) * sign]! - edges[first + i * sign]!) * sign;
    if (Math.abs(width - pairWidths[i]! * module) > pairTolerance * module) return undefined;
  }
  return module;
}

function toStart(chain: Hit[], isUpright: boolean): Start {
  const { offset, slope } = fitLine(chain);
  const modules = chain.map((hit) => hit.module).sort((a, b) => a - b);
  const toPoint = ({ line }: Hit): Point =>
    isUpright ? { x: line, y: offset + slope * line } : { x: offset + slope * line, y: line };
  const ends = [toPoint(chain[0]!), toPoint(chain.at(-1)!)] as const;
  // Seen along rows that run to the right, the first line is the top. Columns turn this around.
  const isFirstTop = (chain[0]!.sign === 1) !== isUpright;
  const [top, bottom] = isFirstTop ? ends : [ends[1], ends[0]];
  const length = Math.hypot(bottom.x - top.x, bottom.y - top.y);
  const along = { x: (bottom.y - top.y) / length, y: (top.x - bottom.x) / length };
  const module = modules[modules.length >> 1]! / Math.hypot(1, slope);
  return { top, bottom, along, module };
}

/** Fits a line by medians, as some hits may be wrong. */
function fitLine(chain: Hit[]): { offset: number; slope: number } {
  const half = chain.length >> 1;
  const slopes = chain
    .slice(0, chain.length - half)
    .map((hit, i) => (chain[i + half]!.from - hit.from) / (chain[i + half]!.line - hit.line));
  const slope = toMedian(slopes);
  return { offset: toMedian(chain.map(({ from, line }) => from - slope * line)), slope };
}

function toMedian(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}

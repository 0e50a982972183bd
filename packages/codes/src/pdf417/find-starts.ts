import type { Point } from "../geometry/point.ts";
import type { Plane } from "../plane.ts";
import { extendStart, type FullStart, type Start } from "./extend-start.ts";
import { symbolWidth } from "./symbols.ts";

/**
 * The widths of each bar with the space behind it and of each space with the next bar, in modules:
 * ink may spread.
 */
const pairWidths = [9, 2, 2, 2, 2, 2, 4];
/** How far a pair may differ, in modules. */
const tolerance = 0.7;
/** Every such line of pixels is scanned. */
const lineStep = 3;
/**
 * How much extremes must differ, in two searches: fine lines may be faint, and wide ones may be
 * dirty.
 */
const contrasts = [18, 48];
/**
 * A start pattern is on this many scanned lines, with gaps of up to this many, and this many
 * modules high.
 */
const [minHits, maxGap, minHeight] = [4, 6, 4];
const minModule = 1.4;
/**
 * How far the modules of neighboring lines may differ, and by how many pixels they may move from
 * line to line.
 */
const [maxModuleChange, maxShift] = [0.2, 1.2];

/**
 * Where a line of pixels crosses a start pattern, which begins at `from` and lies in the direction
 * of `sign`.
 */
type Hit = { line: number; from: number; module: number; sign: 1 | -1 };

/**
 * Yields the start patterns in a plane, at any angle, from end to end. Those that were seen on most
 * lines come first.
 */
export function* findStarts(plane: Plane): Generator<FullStart> {
  const found = [false, true].flatMap((isUpright) =>
    listChains(plane, isUpright).map((chain) => toStart(chain, isUpright)),
  );
  const starts: FullStart[] = [];
  for (const start of found.sort((a, b) => lengthOf(b) - lengthOf(a))) {
    if (starts.some((other) => isSame(other, start))) continue;
    const full = extendStart(plane, start);
    starts.push(full);
    yield full;
  }
}

function lengthOf({ top, bottom }: Start): number {
  return Math.hypot(bottom.x - top.x, bottom.y - top.y);
}

/** Whether two starts are of one code, which both searches may have found, or in parts. */
function isSame(a: Start, b: Start): boolean {
  const x = (b.top.x + b.bottom.x - a.top.x - a.bottom.x) / 2;
  const y = (b.top.y + b.bottom.y - a.top.y - a.bottom.y) / 2;
  const along = Math.abs(x * a.along.x + y * a.along.y);
  const across = Math.abs(y * a.along.x - x * a.along.y);
  const isSameWay = a.along.x * b.along.x + a.along.y * b.along.y > 0.8;
  return isSameWay && along < 4 * a.module && across < (lengthOf(a) + lengthOf(b)) / 2;
}

/**
 * Lists the hits that follow each other from line to line. Upright lines are the columns of the
 * plane.
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

/** Sums each of `count` rows with the ones above and below, as the sum of three has less noise. */
function sumRows({ data, width }: Plane, first: number, count: number, sums: Int16Array): void {
  for (let k = 0, i = 0; k < count; k++) {
    const end = (first + k * lineStep + 1) * width;
    for (let at = end - width; at < end; at++) {
      sums[i++] = data[at - width]! + data[at]! + data[at + width]!;
    }
  }
}

/** Sums each of `count` columns with the ones to its left and right. */
function sumColumns(
  { data, width, height }: Plane,
  first: number,
  count: number,
  sums: Int16Array,
): void {
  for (let y = 0; y < height; y++) {
    for (let k = 0, at = y * width + first; k < count; k++, at += lineStep) {
      sums[k * height + y] = data[at - 1]! + data[at]! + data[at + 1]!;
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
  const places = new Int32Array(length + 1);
  const edges = new Float64Array(length + 1);
  return (values: Int16Array, line: number): Hit[][] => {
    let count = length;
    return contrasts.map((contrast, index) => {
      count = listExtremes(values, contrast * 3, places, index === 0 ? undefined : count);
      return count < minExtremes ? [] : listHits(values, count, line);
    });
  };

  function listHits(values: Int16Array, count: number, line: number): Hit[] {
    for (let i = 0; i + 1 < count; i++) edges[i] = findEdge(values, places[i]!, places[i + 1]!);
    const hits: Hit[] = [];
    // The edge after a light extreme is the left one of a bar.
    const firstBar = values[places[0]!]! < values[places[1]!]! ? 1 : 0;
    for (let first = 0; first + 8 < count - 1; first++) {
      const isBar = (first & 1) === firstBar;
      const module = measureStart(edges, isBar ? first : first + 8, isBar ? 1 : -1);
      if (module === undefined) continue;
      hits.push({ line, from: edges[isBar ? first : first + 8]!, module, sign: isBar ? 1 : -1 });
    }
    return hits;
  }
}

/** The extremes before, within and after a start pattern. */
const minExtremes = 10;

/**
 * Writes the places at which a line is darkest and lightest in turn, by more than `contrast`, and
 * returns their number. Looks only at the first `known` of `places`, extremes by a lower contrast,
 * where they are given.
 */
function listExtremes(
  values: Int16Array,
  contrast: number,
  places: Int32Array,
  known?: number,
): number {
  const length = known ?? values.length;
  if (length === 0) return 0;
  let [count, way] = [0, 0];
  let [lowAt, highAt] = known === undefined ? [0, 0] : [places[0]!, places[0]!];
  let [low, high] = [values[lowAt]!, values[highAt]!];
  for (let i = 1; i < length; i++) {
    const at = known === undefined ? i : places[i]!;
    const value = values[at]!;
    if (value < low) {
      low = value;
      lowAt = at;
    }
    if (value > high) {
      high = value;
      highAt = at;
    }
    if (way !== 1 && value - low > contrast) {
      places[count++] = lowAt;
      way = 1;
      high = value;
      highAt = at;
    } else if (way !== -1 && high - value > contrast) {
      places[count++] = highAt;
      way = -1;
      low = value;
      lowAt = at;
    }
  }
  // Nothing follows the margin of a start pattern that is the last one of a line.
  if (way !== 0) places[count++] = way === 1 ? highAt : lowAt;
  return count;
}

/** Returns where a line crosses the middle of its brightness at two places. */
function findEdge(values: Int16Array, from: number, to: number): number {
  const level = (values[from]! + values[to]!) / 2;
  const isFalling = values[to]! < values[from]!;
  let i = from;
  while (i + 1 < to && values[i + 1]! > level === isFalling) i++;
  const [a, b] = [values[i]!, values[i + 1]!];
  return a === b ? i + 0.5 : i + Math.max(0, Math.min(1, (a - level) / (a - b)));
}

/** Returns the width of a module if the nine edges from `first` on are those of a start pattern. */
function measureStart(edges: Float64Array, first: number, sign: 1 | -1): number | undefined {
  const module = ((edges[first + 8 * sign]! - edges[first]!) * sign) / symbolWidth;
  if (module < minModule) return undefined;
  for (let i = 0; i < pairWidths.length; i++) {
    const width = (edges[first + (i + 2) * sign]! - edges[first + i * sign]!) * sign;
    if (Math.abs(width - pairWidths[i]! * module) > tolerance * module) return undefined;
  }
  return module;
}

function toStart(chain: Hit[], isUpright: boolean): Start {
  const { at, slope } = fitLine(chain);
  const modules = chain.map((hit) => hit.module).sort((a, b) => a - b);
  const toPoint = ({ line }: Hit): Point =>
    isUpright ? { x: line, y: at + slope * line } : { x: at + slope * line, y: line };
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
function fitLine(chain: Hit[]): { at: number; slope: number } {
  const half = chain.length >> 1;
  const slopes = chain
    .slice(0, chain.length - half)
    .map((hit, i) => (chain[i + half]!.from - hit.from) / (chain[i + half]!.line - hit.line));
  const slope = toMedian(slopes);
  return { at: toMedian(chain.map(({ from, line }) => from - slope * line)), slope };
}

function toMedian(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}

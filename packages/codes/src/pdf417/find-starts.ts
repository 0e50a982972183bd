import type { Plane } from "../plane.ts";
import type { Point } from "../reading.ts";
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
 * Finds the start patterns in a plane, at any angle, from end to end. Those that were seen on most
 * lines come first.
 */
export function findStarts(plane: Plane, maxCount: number): FullStart[] {
  const found = [false, true].flatMap((isUpright) =>
    listChains(plane, isUpright).map((chain) => toStart(chain, isUpright)),
  );
  const starts: FullStart[] = [];
  for (const start of found.sort((a, b) => lengthOf(b) - lengthOf(a))) {
    if (starts.length === maxCount) break;
    if (!starts.some((other) => isSame(other, start))) starts.push(extendStart(plane, start));
  }
  return starts;
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
function listChains({ data, width, height }: Plane, isUpright: boolean): Hit[][] {
  const [length, lines] = isUpright ? [height, width] : [width, height];
  const [step, lineStride] = isUpright ? [width, 1] : [1, width];
  const values = new Int16Array(length);
  const scanner = createScanner(length);
  const chains = contrasts.map((): Hit[][] => []);
  for (let line = 1; line < lines - 1; line += lineStep) {
    // The sum of three lines has less noise.
    for (let i = 0, at = line * lineStride; i < length; i++, at += step) {
      values[i] = data[at - lineStride]! + data[at]! + data[at + lineStride]!;
    }
    contrasts.forEach((contrast, index) => {
      for (const hit of scanner(values, contrast * 3, line)) addHit(chains[index]!, hit);
    });
  }
  return chains.flat().filter(isStart);
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

/** Returns a function that lists the start patterns on a line of brightness. */
function createScanner(length: number) {
  const places = new Int32Array(length + 1);
  const edges = new Float64Array(length + 1);
  return (values: Int16Array, contrast: number, line: number): Hit[] => {
    const { count, isFirstDark } = listExtremes(values, contrast, places);
    for (let i = 0; i + 1 < count; i++) edges[i] = findEdge(values, places[i]!, places[i + 1]!);
    const hits: Hit[] = [];
    // The edge after a light extreme is the left one of a bar.
    for (let first = 0; first + 8 < count - 1; first++) {
      const isBar = (first & 1) === (isFirstDark ? 1 : 0);
      const module = measureStart(edges, isBar ? first : first + 8, isBar ? 1 : -1);
      if (module === undefined) continue;
      hits.push({ line, from: edges[isBar ? first : first + 8]!, module, sign: isBar ? 1 : -1 });
    }
    return hits;
  };
}

/** Lists the places at which a line is darkest and lightest in turn, by at least `contrast`. */
function listExtremes(
  values: Int16Array,
  contrast: number,
  places: Int32Array,
): { count: number; isFirstDark: boolean } {
  let [count, low, high, way] = [0, 0, 0, 0];
  let isFirstDark = false;
  for (let i = 1; i < values.length; i++) {
    const value = values[i]!;
    if (value < values[low]!) low = i;
    if (value > values[high]!) high = i;
    if (way !== 1 && value - values[low]! > contrast) {
      if (count === 0) isFirstDark = true;
      places[count++] = low;
      [way, high] = [1, i];
    } else if (way !== -1 && values[high]! - value > contrast) {
      places[count++] = high;
      [way, low] = [-1, i];
    }
  }
  return { count, isFirstDark };
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

/**
 * Returns the width of a module if the nine edges from `first` on are those of a start pattern.
 */
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

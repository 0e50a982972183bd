import { renderBars, samplesPerModule } from "./render-bars.ts";
import { codes, guardsAround, type Symbology } from "./symbologies.ts";

/**
 * Rendered stretches of a symbol, one for each pair of neighboring characters that it can have
 * there. A stretch reaches from the middle of one character to the middle of the next, so that the
 * blur across their border is right.
 */
export type Templates = {
  /** The left edge of the stretch, in modules from the first bar. */
  from: number;
  /**
   * Samples per template. Template `left * rightCount + right` starts at that index times `size`.
   */
  size: number;
  samples: Float32Array;
  /**
   * The range of `codes` that the left and right character can have; empty before the first and
   * after the last one.
   */
  leftCodes: CodeRange;
  rightCodes: CodeRange;
};

type CodeRange = { first: number; count: number };

/** The number of white modules that are rendered at each side of a symbol. */
const whiteModules = 12;
/** The number of white modules that belong to the first and to the last stretch. */
const quietStretch = 4;
/** The distance from the edge of a character to its middle, in modules. */
const characterMiddle = 3.5;

/** The latest templates by symbology, blur and gain. */
const cache = new Map<string, Templates[]>();
/** The number of entries at which the cache is cleared. */
const maxCacheSize = 60;

/**
 * Returns the stretches of a symbology from left to right, for a blur and gain in modules that are
 * rounded to 1/20.
 */
export function createTemplates(symbology: Symbology, blur: number, gain: number): Templates[] {
  const roundedBlur = Math.round(blur * 20);
  const roundedGain = Math.round(gain * 20);
  const key = `${symbology.format} ${roundedBlur} ${roundedGain}`;
  const cached = cache.get(key);
  if (cached) return cached;
  if (cache.size >= maxCacheSize) cache.clear();
  const shared = new Map<string, Templates>();
  const templates = Array.from({ length: symbology.characters.length + 1 }, (_, index) =>
    createStretch(symbology, index, roundedBlur / 20, roundedGain / 20, shared),
  );
  cache.set(key, templates);
  return templates;
}

/** Creates the stretch before the character with this index, or after the last one. */
function createStretch(
  symbology: Symbology,
  index: number,
  blur: number,
  gain: number,
  shared: Map<string, Templates>,
): Templates {
  const { characters } = symbology;
  const white = "0".repeat(whiteModules);
  const isFirst = index === 0;
  const isLast = index === characters.length;
  const guard = isLast
    ? guardsAround(symbology, index - 1).after
    : guardsAround(symbology, index).before;
  const leftCodes = isFirst ? { first: 0, count: 0 } : codesAt(symbology, index - 1);
  const rightCodes = isLast ? { first: 0, count: 0 } : codesAt(symbology, index);
  const from = isFirst ? -quietStretch : characters[index - 1]! + characterMiddle;
  const key = [guard, isFirst, isLast, leftCodes.first, leftCodes.count, rightCodes.count].join();
  const known = shared.get(key);
  if (known) return { ...known, from };
  const skipped = isFirst ? whiteModules - quietStretch : characterMiddle;
  const width = guard.length + (isFirst || isLast ? quietStretch + characterMiddle : 7);
  const size = Math.round(width * samplesPerModule);
  const lefts = isFirst ? [white] : slice(leftCodes);
  const rights = isLast ? [white] : slice(rightCodes);
  const samples = new Float32Array(lefts.length * rights.length * size);
  let start = 0;
  for (const left of lefts) {
    for (const right of rights) {
      samples.set(renderBars(left + guard + right, skipped, size, blur, gain), start);
      start += size;
    }
  }
  const templates = { from, size, samples, leftCodes, rightCodes };
  shared.set(key, templates);
  return templates;
}

function codesAt({ variants }: Symbology, index: number): CodeRange {
  const sets = variants.map((variant) => variant.sets[index]!);
  const first = Math.min(...sets);
  return { first, count: Math.max(...sets) + 10 - first };
}

function slice({ first, count }: CodeRange): readonly string[] {
  return codes.slice(first, first + count);
}

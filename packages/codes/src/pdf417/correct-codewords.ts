import { valueCount } from "./symbols.ts";

/** The order of the multiplicative group: the number of values that are not 0. */
const order = valueCount - 1;
/** The powers of 3, a generator of the field of 929 values, and their logarithms. */
const powers = new Int32Array(2 * order);
const logarithms = new Int32Array(valueCount);
for (let power = 0, value = 1; power < powers.length; power++, value = (value * 3) % valueCount) {
  powers[power] = value;
  if (power < order) logarithms[value] = power;
}

const minus = (a: number, b: number): number => (a - b + valueCount) % valueCount;
const times = (a: number, b: number): number => (a * b) % valueCount;
const invert = (a: number): number => powers[order - logarithms[a]!]!;

/**
 * Corrects codewords of which the last `checkCount` are check codewords (Reed-Solomon, ISO/IEC
 * 15438, 5.10). `unknown` are the indices of erasures: codewords that are not known. Returns the
 * corrected codewords, or undefined if there are too many errors. `spareCount` check codewords are
 * not used to correct, so that they have to agree by themselves.
 */
export function correctCodewords(
  codewords: readonly number[],
  {
    checkCount,
    unknown,
    spareCount,
  }: { checkCount: number; unknown: readonly number[]; spareCount: number },
): number[] | undefined {
  if (unknown.length > checkCount - spareCount) return undefined;
  const syndromes = measureSyndromes(codewords, checkCount);
  if (syndromes.every((syndrome) => syndrome === 0)) return [...codewords];
  const erasures = unknown.map((index) => codewords.length - 1 - index);
  const locator = findLocator(syndromes, erasures);
  const errorCount = locator.length - 1;
  if (2 * errorCount - unknown.length > checkCount - spareCount) return undefined;
  const corrected = [...codewords];
  const roots = codewords
    .map((_, index) => codewords.length - 1 - index)
    .filter((position) => evaluate(locator, powers[(order - position) % order]!) === 0);
  if (roots.length !== errorCount) return undefined;
  const evaluator = multiply(syndromes, locator).slice(0, checkCount);
  const derivative = locator.slice(1).map((factor, index) => times(factor, index + 1));
  for (const position of roots) {
    const inverse = powers[(order - position) % order]!;
    const slope = evaluate(derivative, inverse);
    if (slope === 0) return undefined;
    // The first root of the generator is 3 to the power of 1, so no power of the position is left.
    const size = minus(0, times(evaluate(evaluator, inverse), invert(slope)));
    const index = codewords.length - 1 - position;
    corrected[index] = minus(corrected[index]!, size);
  }
  const isRight = measureSyndromes(corrected, checkCount).every((syndrome) => syndrome === 0);
  return isRight ? corrected : undefined;
}

function measureSyndromes(codewords: readonly number[], checkCount: number): number[] {
  return Array.from({ length: checkCount }, (_, index) => {
    const root = powers[index + 1]!;
    return codewords.reduce((sum, codeword) => (sum * root + codeword) % valueCount, 0);
  });
}

/**
 * Finds the polynomial with a root for each error by the algorithm of Berlekamp and Massey.
 * `erasures` are the positions of the unknown codewords, counted from the last.
 */
function findLocator(syndromes: readonly number[], erasures: readonly number[]): number[] {
  const erasureLocator = erasures.reduce(
    (product, position) => multiply(product, [1, minus(0, powers[position % order]!)]),
    [1],
  );
  let [locator, previous, length] = [erasureLocator, erasureLocator, erasures.length];
  let [lastDiscrepancy, shift] = [1, 1];
  for (let step = erasures.length; step < syndromes.length; step++) {
    let discrepancy = 0;
    for (let i = 0; i < locator.length && i <= step; i++) {
      discrepancy += locator[i]! * syndromes[step - i]!;
    }
    discrepancy %= valueCount;
    if (discrepancy === 0) {
      shift++;
      continue;
    }
    const factor = times(discrepancy, invert(lastDiscrepancy));
    const next = subtractShifted(locator, previous, factor, shift);
    if (2 * length <= step + erasures.length) {
      length = step + 1 + erasures.length - length;
      [previous, lastDiscrepancy, shift] = [locator, discrepancy, 1];
    } else shift++;
    locator = next;
  }
  while (locator.length > 1 && locator.at(-1) === 0) locator = locator.slice(0, -1);
  return locator;
}

function subtractShifted(
  minuend: readonly number[],
  subtrahend: readonly number[],
  factor: number,
  shift: number,
): number[] {
  const length = Math.max(minuend.length, subtrahend.length + shift);
  return Array.from({ length }, (_, i) =>
    minus(minuend[i] ?? 0, times(factor, subtrahend[i - shift] ?? 0)),
  );
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  const product = Array.from({ length: a.length + b.length - 1 }, () => 0);
  a.forEach((factor, i) => {
    b.forEach((other, j) => {
      product[i + j] = (product[i + j]! + factor * other) % valueCount;
    });
  });
  return product;
}

function evaluate(polynomial: readonly number[], x: number): number {
  return polynomial.reduceRight((sum, factor) => (sum * x + factor) % valueCount, 0);
}

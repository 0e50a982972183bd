/** Samples per module of everything that is compared with a rendered symbol. */
export const samplesPerModule = 4;

/** The number of entries of the table for each unit. */
const tableDensity = 256;
/** The reach of the table: beyond it, the error function differs from 1 by less than 2e-4. */
const tableReach = 2.625;
const erfTable = Float32Array.from({ length: 2 * tableReach * tableDensity + 1 }, (_, i) =>
  approximateErf(i / tableDensity - tableReach),
);

/** Abramowitz and Stegun 7.1.26, with an error below 1.5e-7. */
function approximateErf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const polynomial =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const value = 1 - polynomial * Math.exp(-x * x);
  return x < 0 ? -value : value;
}

/** The error function, interpolated in a table. */
export function erf(x: number): number {
  const position = (x + tableReach) * tableDensity;
  if (position <= 0) return -1;
  if (position >= erfTable.length - 2) return 1;
  const index = position | 0;
  const below = erfTable[index]!;
  return below + (erfTable[index + 1]! - below) * (position - index);
}

/**
 * Returns the brightness of blurred bars, from 1 for white to -1 for black, at `samplesPerModule`
 * samples per module.
 *
 * @param modules The modules, where 1 is dark. The first and the last one continue beyond the ends.
 * @param from The position of the left edge of the first sample, in modules from the first one.
 * @param count The number of samples.
 * @param blur The standard deviation of the Gaussian blur, in modules.
 * @param gain The spread of ink at each edge of a bar, in modules; negative if bars are too
 *   thin.
 */
export function renderBars(
  modules: string,
  from: number,
  count: number,
  blur: number,
  gain: number,
): Float32Array {
  const edges = new Float64Array(modules.length);
  const signs = new Float64Array(modules.length);
  let edgeCount = 0;
  for (let i = 1; i < modules.length; i++) {
    if (modules[i] === modules[i - 1]) continue;
    const sign = modules[i] === "1" ? -1 : 1;
    edges[edgeCount] = i + sign * gain;
    signs[edgeCount++] = sign;
  }
  const steepness = 1 / (Math.max(0.08, blur) * Math.SQRT2);
  const reach = tableReach / steepness;
  const samples = new Float32Array(count);
  let firstNear = 0;
  for (let i = 0; i < count; i++) {
    const x = from + (i + 0.5) / samplesPerModule;
    while (firstNear < edgeCount && edges[firstNear]! < x - reach) firstNear++;
    let value = firstNear > 0 ? signs[firstNear - 1]! : modules[0] === "1" ? -1 : 1;
    for (let j = firstNear; j < edgeCount && edges[j]! <= x + reach; j++)
      value += signs[j]! * (1 + erf((x - edges[j]!) * steepness));
    samples[i] = value;
  }
  return samples;
}

import { memoize } from "../memoize.ts";
import { clusterCount, symbolWidth, toSymbol, valueCount } from "./symbols.ts";

/** The weight of each neighbor in the brightness of a blurred module. */
const blur = 0.14;

/**
 * The blurred profiles of all symbols, cluster after cluster, with a mean of 0 and a length of 1.
 */
const templates = memoize(() => {
  const all = new Float32Array(clusterCount * valueCount * symbolWidth);
  for (let index = 0; index < clusterCount * valueCount; index++) {
    const bits = toSymbol(Math.floor(index / valueCount), index % valueCount);
    // A symbol lies between the space of the one before and the bar of the next.
    const isDark = (module: number) =>
      module < 0 ? 0 : module >= symbolWidth ? 1 : (bits >> (symbolWidth - 1 - module)) & 1;
    const start = index * symbolWidth;
    for (let module = 0; module < symbolWidth; module++) {
      const beside = isDark(module - 1) + isDark(module + 1);
      all[start + module] = -(isDark(module) * (1 - 2 * blur) + beside * blur);
    }
    normalize(all.subarray(start, start + symbolWidth));
  }
  return all;
});

/**
 * Gives a profile a mean of 0 and a length of 1. Returns the length of its difference from its mean
 * before, which is its contrast.
 */
export function normalize(profile: Float32Array): number {
  let [sum, squares] = [0, 0];
  for (const value of profile) sum += value;
  const mean = sum / profile.length;
  for (const value of profile) squares += (value - mean) ** 2;
  const length = Math.sqrt(squares) || 1;
  for (let i = 0; i < profile.length; i++) profile[i] = (profile[i]! - mean) / length;
  return length;
}

/** Returns the correlation of a normalized profile with a symbol, from -1 to 1. */
export function matchSymbol(profile: Float32Array, cluster: number, value: number): number {
  const all = templates();
  let index = (cluster * valueCount + value) * symbolWidth;
  let sum = 0;
  for (let module = 0; module < symbolWidth; module++, index++) {
    sum += profile[module]! * all[index]!;
  }
  return sum;
}

/**
 * The value of the best symbol of a cluster, its correlation with the profile, and the difference
 * to the correlation of the second-best symbol.
 */
export type Match = { value: number; fit: number; margin: number };

/** Returns the symbol of a cluster that matches a normalized profile best. */
export function findSymbol(profile: Float32Array, cluster: number): Match {
  let [value, fit, next] = [0, -1, -1];
  for (let candidate = 0; candidate < valueCount; candidate++) {
    const score = matchSymbol(profile, cluster, candidate);
    if (score > fit) [value, next, fit] = [candidate, fit, score];
    else if (score > next) next = score;
  }
  return { value, fit, margin: fit - next };
}

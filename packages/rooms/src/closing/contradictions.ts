import { distance, type Point } from "../geometry/point.ts";
import type { Wall } from "../model/plan.ts";
import { solveLeastSquares } from "./least-squares.ts";
import { listResiduals } from "./measurements.ts";

/** A confirmed length that does not fit the others: the index of its wall, and meters. */
export type Contradiction = {
  wall: number;
  confirmed: number;
  /** The length that the other measurements give. */
  expected: number;
};

/** The share of the expected length by which a confirmed one has to differ to be named. */
const minShare = 0.05;
/** The most lengths that are left out, one after the other, until the others fit. */
const maxLeftOut = 3;
/** The most walls that are tried each time: those that are shown least as they were typed. */
const maxTried = 8;
/** The greatest deviation, in meters, of lengths that fit together. */
const maxMisfit = 0.002;
/** Misfits that differ by less, in meters, say nothing about which length is wrong. */
const sameMisfit = 0.005;

/**
 * Returns the confirmed lengths of sketched walls that contradict the others by more than 5 %, the
 * likeliest wrong one first. Each is found by leaving it out: of the walls whose absence makes the
 * others fit best, it is the one that differs most from the sketch, or else most from what the
 * others give.
 */
export function findContradictions(
  walls: readonly Wall[],
  start: readonly Point[],
): Contradiction[] {
  const found: Contradiction[] = [];
  const leftOut = new Set<number>();
  let fit = fitLengths(walls, start, leftOut);
  while (fit && fit.misfit > maxMisfit && found.length < maxLeftOut) {
    const best = findCulprit(walls, start, leftOut, fit.misfits);
    if (!best) break;
    leftOut.add(best.wall);
    found.push(best);
    fit = best.fit;
  }
  return found
    .filter(({ confirmed, expected }) => Math.abs(confirmed - expected) > minShare * expected)
    .map(({ wall, confirmed, expected }) => ({ wall, confirmed, expected }));
}

/** The least distance, in meters, between a typed and a scanned length that contradict. */
const minScanDifference = 0.15;

/** Returns the confirmed lengths that differ from what the device measured by more than 5 %. */
export function findScanContradictions(
  walls: readonly Wall[],
  start: readonly Point[],
): Contradiction[] {
  const scanned = lengthsOf(start);
  return walls.flatMap(({ raw, confirmed: { length } }, wall) => {
    const expected = scanned[wall]!;
    if (raw.source === "sketch" || length === undefined) return [];
    const difference = Math.abs(length - expected);
    const isNamed = difference > Math.max(minShare * expected, minScanDifference);
    return isNamed ? [{ wall, confirmed: length, expected }] : [];
  });
}

type Fit = {
  lengths: number[];
  /** How far each confirmed length of a sketched wall is off, in meters; 0 for the others. */
  misfits: number[];
  /** The greatest of them. */
  misfit: number;
};

/** Closes the walls with the angles as they were drawn. */
function fitLengths(
  walls: readonly Wall[],
  start: readonly Point[],
  leftOut: ReadonlySet<number>,
): Fit | undefined {
  const residuals = listResiduals(walls, start, { angles: "drawn", looseness: 1, leftOut });
  const corners = solveLeastSquares(start, residuals);
  if (!corners) return undefined;
  const lengths = lengthsOf(corners);
  const misfits = walls.map(({ raw, confirmed: { length } }, index) => {
    const isUsed = length !== undefined && raw.source === "sketch" && !leftOut.has(index);
    return isUsed ? Math.abs(lengths[index]! - length) : 0;
  });
  return { lengths, misfits, misfit: Math.max(...misfits) };
}

const lengthsOf = (corners: readonly Point[]) =>
  corners.map((corner, index) => distance(corner, corners[(index + 1) % corners.length]!));

function findCulprit(
  walls: readonly Wall[],
  start: readonly Point[],
  leftOut: ReadonlySet<number>,
  misfits: readonly number[],
): (Contradiction & { fit: Fit }) | undefined {
  const measured = lengthsOf(start);
  const tried = [...misfits.keys()]
    .filter((wall) => misfits[wall]! > 0)
    .toSorted((a, b) => misfits[b]! - misfits[a]!)
    .slice(0, maxTried)
    .flatMap((wall) => {
      const fit = fitLengths(walls, start, new Set([...leftOut, wall]));
      const confirmed = walls[wall]!.confirmed.length;
      if (!fit || confirmed === undefined) return [];
      const expected = fit.lengths[wall]!;
      const fromMeasured = Math.abs(confirmed - measured[wall]!);
      const share = Math.abs(confirmed - expected) / expected;
      return [{ wall, confirmed, expected, fit, fromMeasured, share }];
    });
  const least = Math.min(...tried.map(({ fit }) => fit.misfit));
  const best = tried.filter(({ fit }) => fit.misfit <= least + sameMisfit);
  return best.toSorted((a, b) => {
    const isClear =
      Math.abs(a.fromMeasured - b.fromMeasured) > 0.1 * (a.fromMeasured + b.fromMeasured);
    return isClear ? b.fromMeasured - a.fromMeasured : b.share - a.share;
  })[0];
}

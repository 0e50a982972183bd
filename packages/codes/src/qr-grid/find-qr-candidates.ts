import { type Corners, mapCorners } from "../geometry/corners.ts";
import { type Point, scalePoint } from "../geometry/point.ts";
import { type Plane, shrink } from "../plane.ts";
import { findFinders } from "./find-finders.ts";
import type { FinderPattern } from "./finder-shape.ts";
import { fitCorners } from "./fit-corners.ts";
import { type FinderGroup, groupFinders } from "./group-finders.ts";
import { getSize } from "./known-modules.ts";
import { type Contrast, chooseLevel, measureContrast } from "./local-contrast.ts";
import { pairFinders } from "./pair-finders.ts";

/** A quadrilateral in which a QR code may be, and its version. */
export type QrCandidate = {
  /**
   * Its outer corners in pixels of the plane, clockwise from its own top left. A mirrored code is
   * transposed.
   */
  corners: Corners;
  version: number;
  /** The agreement of the known modules outside the finder patterns: 0 is chance, 1 perfect. */
  agreement: number;
};

/**
 * The long sides in pixels of the copies that are searched. In each, finder patterns with modules
 * of 1 to 5 pixels are found.
 */
const sides = [1920, 960, 480, 240, 120];
/** The minimum ratio of the long side of the plane to that of the next copy. */
const minShrink = 1.3;
/**
 * The maximum sum of the sides, in modules, of the versions that are fitted to groups of finder
 * patterns, which bounds the time.
 */
const groupBudget = 700;
/** The maximum sum of the sides, in modules, of the versions that are fitted to pairs. */
const pairBudget = 200;
/** The maximum number of candidates that are returned. */
const maxCandidates = 6;
/** The maximum number of versions that are returned for a group. */
const maxVersions = 2;
/**
 * The minimum agreement of a candidate. Codes in photos that could be read agreed by at least 0.5.
 */
const minAgreement = 0.5;
/**
 * The agreement from which a candidate is certain. Nearly all codes that could be read reached it.
 */
const certainAgreement = 0.8;
/** The distance from the center within which another center is the same, in modules. */
const sameDistance = 2;

/**
 * Finds QR codes by their finder patterns, and fits corners and version to the known modules.
 * Returns at most six candidates, best first, and the largest first of those that are sure. It
 * finds dark codes on light, mirrored or not, also in steep perspective or with one finder pattern
 * hidden; for light codes, invert the plane.
 */
export function findQrCandidates(plane: Plane): QrCandidate[] {
  const levels = listLevels(plane);
  const finders: FinderPattern[] = [];
  for (const contrast of levels) {
    for (const finder of findFinders(contrast)) addFinder(finders, toPlane(finder, contrast.scale));
  }
  const candidates = fitGroups(levels, groupFinders(finders), groupBudget);
  if (candidates.some(({ agreement }) => agreement >= certainAgreement)) return candidates;
  return [...candidates, ...fitGroups(levels, pairFinders(levels, finders), pairBudget)]
    .sort(byRank)
    .slice(0, maxCandidates);
}

/**
 * Makes copies of the plane, the smallest first. Each is shrunk from the next larger one, which is
 * quicker.
 */
function listLevels(plane: Plane): Contrast[] {
  const levels: Contrast[] = [];
  let reduced = plane;
  const longSide = Math.max(plane.width, plane.height);
  for (const [i, side] of sides.entries()) {
    // The next copy is hardly smaller than the plane, or not at all.
    if (i + 1 < sides.length && longSide <= minShrink * sides[i + 1]!) continue;
    reduced = shrink(reduced, side);
    levels.unshift(measureContrast(reduced, reduced.scale / plane.scale));
  }
  return levels;
}

/** Converts a finder pattern from pixels of a level to those of the plane. */
function toPlane(
  { center, module, score, toModules }: FinderPattern,
  scale: number,
): FinderPattern {
  return {
    center: scalePoint(center, scale),
    module: module * scale,
    score,
    toModules: { xx: toModules.xx / scale, xy: toModules.xy / scale, yy: toModules.yy / scale },
  };
}

/** Adds a finder pattern, or keeps the better one if two levels found the same. */
function addFinder(finders: FinderPattern[], finder: FinderPattern): void {
  const index = finders.findIndex(
    ({ center, module }) =>
      Math.hypot(center.x - finder.center.x, center.y - finder.center.y) < sameDistance * module,
  );
  if (index < 0) finders.push(finder);
  else if (finders[index]!.score <= finder.score) finders[index] = finder;
}

/**
 * Fits groups until the budget is spent. The finder patterns of a certain candidate are in no other
 * code.
 */
function fitGroups(levels: Contrast[], groups: FinderGroup[], budget: number): QrCandidate[] {
  const candidates: QrCandidate[] = [];
  const assigned = new Set<Point>();
  let spentSides = 0;
  for (const group of groups) {
    if (group.finders.some(({ center }) => assigned.has(center))) continue;
    const fits: QrCandidate[] = [];
    for (const version of group.versions) {
      spentSides += getSize(version);
      if (spentSides > budget) break;
      const fit = fitVersion(levels, group, version);
      if (fit && fit.agreement >= minAgreement) fits.push(fit);
      if (fit && fit.agreement >= certainAgreement) break;
    }
    candidates.push(...fits.sort(byAgreement).slice(0, maxVersions));
    if (fits[0] && fits[0].agreement >= certainAgreement) {
      for (const { center } of group.finders) assigned.add(center);
    }
  }
  return candidates.sort(byRank).slice(0, maxCandidates);
}

function byAgreement(a: QrCandidate, b: QrCandidate): number {
  return b.agreement - a.agreement;
}

/**
 * Ranks sure candidates by size, since the largest code of a picture is most likely meant, and
 * others by agreement.
 */
function byRank(a: QrCandidate, b: QrCandidate): number {
  const difference =
    Math.min(certainAgreement, b.agreement) - Math.min(certainAgreement, a.agreement);
  return difference || measureDiagonal(b) - measureDiagonal(a);
}

function measureDiagonal({ corners: [topLeft, , bottomRight] }: QrCandidate): number {
  return Math.hypot(topLeft.x - bottomRight.x, topLeft.y - bottomRight.y);
}

function fitVersion(
  levels: Contrast[],
  { centers, estimated, module }: FinderGroup,
  version: number,
): QrCandidate | undefined {
  const contrast = chooseLevel(levels, module);
  const fit = fitCorners(
    contrast,
    mapCorners(centers, (center) => scalePoint(center, 1 / contrast.scale)),
    version,
    estimated,
  );
  if (!fit) return undefined;
  const corners = mapCorners(fit.corners, (corner) => scalePoint(corner, contrast.scale));
  return { corners, version, agreement: fit.agreement };
}

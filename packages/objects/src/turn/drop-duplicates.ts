import { applyTransform } from "../geometry/rigid-transform.ts";
import { findDistance, type Vector } from "../geometry/vector.ts";
import type { Candidate } from "./levenberg-marquardt.ts";

/** Transforms are the same if they bring no probe farther apart than this, in millimeters. */
const maxDistance = 4;
/** How many points of the surface are compared as probes. */
const probeCount = 24;

/** Returns candidates, sorted from best to worst, without those that are nearly a better one. */
export function dropDuplicates(
  sorted: readonly Candidate[],
  points: readonly Vector[],
): Candidate[] {
  if (points.length === 0) return [...sorted];
  const probes = Array.from(
    { length: probeCount },
    (_, index) => points[Math.floor((index * points.length) / probeCount)]!,
  );
  const kept: { candidate: Candidate; placed: readonly Vector[] }[] = [];
  for (const candidate of sorted) {
    const placed = probes.map((probe) => applyTransform(candidate.transform, probe));
    if (!kept.some((better) => areClose(better.placed, placed))) kept.push({ candidate, placed });
  }
  return kept.map(({ candidate }) => candidate);
}

/** Tells whether each point is close to the one at the same index in the other list. */
function areClose(first: readonly Vector[], second: readonly Vector[]): boolean {
  return first.every((point, index) => findDistance(point, second[index]!) < maxDistance);
}

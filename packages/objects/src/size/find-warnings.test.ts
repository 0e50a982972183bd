import { expect, test } from "vitest";
import type { Hull } from "../hull/hull.ts";
import { carveSolid } from "../testing/carve-solid.ts";
import { findWarnings } from "./find-warnings.ts";

const views = 24;

/** A hull as seen from an elevation in degrees; each view misses a share of its outline. */
function hullSeenFrom(elevation: number, missedShare = 0.02, more: Partial<Hull> = {}): Hull {
  const angle = (elevation * Math.PI) / 180;
  const contacts = Array.from({ length: views }, () => ({
    cameraCenter: [300 * Math.cos(angle), 0, 300 * Math.sin(angle)] as const,
    segments: new Float32Array(),
    spacing: 1,
    missedShare,
  }));
  return { ...carveSolid("box", "white"), contacts, ...more };
}

test("good pictures have no warnings", () => {
  expect(findWarnings(hullSeenFrom(45), 0.04)).toEqual([]);
});

test.each([
  ["other-object", hullSeenFrom(45, 0.02, { hasNeighbor: true }), 0.04],
  ["beyond-mat", hullSeenFrom(45, 0.02, { reachesEdge: true }), 0.04],
  ["views-disagree", hullSeenFrom(45, 0.3), 0.04],
  ["curled-mat", hullSeenFrom(45), 0.8],
  ["low-views", hullSeenFrom(18), 0.04],
  ["few-views", { ...hullSeenFrom(45), contacts: hullSeenFrom(45).contacts.slice(0, 12) }, 0.04],
])("%s alone is warned of", (warning, hull, matError) => {
  expect(findWarnings(hull, matError)).toEqual([warning]);
});

import type { Mesh } from "./mesh.ts";
import { findNeighbors } from "./neighbors.ts";

type Vector = [x: number, y: number, z: number];

/** A connected part of a surface that only outlines bound. Lengths in millimeters of the mat. */
export type HullPatch = {
  /** Square millimeters. */
  area: number;
  /** Its center of gravity, which is inside the object if the patch goes round it. */
  middle: Vector;
  min: Vector;
  max: Vector;
  /**
   * The unit vector in which it faces on average, outward; undefined if its parts face away from
   * each other.
   */
  normal: Vector | undefined;
  /** Whether it is the base on which the object stands: the mat hides it. */
  base: boolean;
};

/** Smaller patches, as a share of the whole surface, are left out. */
const least = 0.005;
/**
 * A triangle of the base is not higher than this, in millimeters, and faces down within about 25°.
 */
const lowest = 0.5;
const down = -0.9;
/**
 * A patch faces somewhere if the normals of its triangles add up to at least so much of its area,
 * as on half a ball.
 */
const minFacing = 0.5;

/**
 * Returns where a closed mesh is known from outlines only, the largest patch first. `measured` has
 * 1 for each vertex whose place pictures showed, and a triangle goes by most of its corners. A base
 * that was closed flat is a patch of its own.
 */
export function findHullPatches(
  mesh: Mesh,
  measured: Uint8Array,
  base: "flat" | "seen" = "flat",
): HullPatch[] {
  const count = mesh.indices.length / 3;
  const facings = Array.from({ length: count }, (_, triangle) => findFacing(mesh, triangle));
  const areas = facings.map((facing) => Math.hypot(...facing));
  const kinds = facings.map((facing, triangle): Kind => {
    const corners = mesh.indices.subarray(3 * triangle, 3 * triangle + 3);
    const isLow = corners.every((vertex) => mesh.positions[3 * vertex + 2]! < lowest);
    if (base === "flat" && isLow && facing[2] < down * areas[triangle]!) return "base";
    const known = corners.reduce((sum, vertex) => sum + measured[vertex]!, 0);
    return known >= 2 ? "measured" : "hull";
  });
  const whole = areas.reduce((sum, area) => sum + area, 0);
  return findParts(kinds, findNeighbors(mesh))
    .map((part) => describePatch(mesh, part, areas, facings, kinds[part[0]!] === "base"))
    .filter(({ area }) => area >= least * whole)
    .sort((a, b) => b.area - a.area);
}

type Kind = "base" | "measured" | "hull";

/** Returns the normal of a triangle, as long as its area. */
function findFacing({ positions, indices }: Mesh, triangle: number): Vector {
  const [a, b, c] = [0, 1, 2].map((corner) => 3 * indices[3 * triangle + corner]!) as Vector;
  const [ux, uy, uz] = [0, 1, 2].map(
    (axis) => positions[b + axis]! - positions[a + axis]!,
  ) as Vector;
  const [vx, vy, vz] = [0, 1, 2].map(
    (axis) => positions[c + axis]! - positions[a + axis]!,
  ) as Vector;
  return [(uy * vz - uz * vy) / 2, (uz * vx - ux * vz) / 2, (ux * vy - uy * vx) / 2];
}

/**
 * Returns the numbers of the triangles of each connected part of one kind, without those that are
 * measured.
 */
function findParts(kinds: readonly Kind[], neighbors: Uint32Array): number[][] {
  const seen = kinds.map((kind) => kind === "measured");
  const parts: number[][] = [];
  for (const [start, kind] of kinds.entries()) {
    if (seen[start]) continue;
    seen[start] = true;
    const part = [start];
    for (const triangle of part) {
      for (const other of neighbors.subarray(3 * triangle, 3 * triangle + 3)) {
        if (seen[other] || kinds[other] !== kind) continue;
        seen[other] = true;
        part.push(other);
      }
    }
    parts.push(part);
  }
  return parts;
}

function describePatch(
  { positions, indices }: Mesh,
  part: readonly number[],
  areas: readonly number[],
  facings: readonly Vector[],
  base: boolean,
): HullPatch {
  const min: Vector = [Infinity, Infinity, Infinity];
  const max: Vector = [-Infinity, -Infinity, -Infinity];
  const middle: Vector = [0, 0, 0];
  const facing: Vector = [0, 0, 0];
  const area = part.reduce((sum, triangle) => sum + areas[triangle]!, 0);
  for (const triangle of part) {
    for (const axis of [0, 1, 2] as const) {
      facing[axis] += facings[triangle]![axis];
      for (let corner = 0; corner < 3; corner++) {
        const value = positions[3 * indices[3 * triangle + corner]! + axis]!;
        min[axis] = Math.min(min[axis], value);
        max[axis] = Math.max(max[axis], value);
        middle[axis] += (areas[triangle]! * value) / (3 * area);
      }
    }
  }
  const size = Math.hypot(...facing);
  const normal = size < minFacing * area ? undefined : (facing.map((of) => of / size) as Vector);
  return { area, middle, min, max, normal, base };
}

import { axes, readVector, type Vector } from "../geometry/vector.ts";
import { createEmptyBox, growBox } from "./bounds.ts";
import type { Mesh } from "./mesh.ts";
import { findNeighbors } from "./neighbors.ts";
import { findAreaNormal, readTriangle } from "./triangle.ts";

/** A connected part of a surface that only outlines bound. Lengths in millimeters of the mat. */
export type HullPatch = {
  /** Square millimeters. */
  area: number;
  /** The centroid of its surface, which is inside the object if the patch goes around it. */
  centroid: Vector;
  min: Vector;
  max: Vector;
  /**
   * The unit vector of its mean normal, outward; undefined if its parts face away from each other.
   */
  normal: Vector | undefined;
  /** Whether it is the base on which the object stands: the mat hides it. */
  base: boolean;
};

/** Smaller patches, spots in a measured surface, are left out. A share of the whole surface. */
const minAreaShare = 0.005;
/**
 * A triangle of the base is lower than this at each corner, in millimeters, and its unit normal has
 * at most this z: it faces down within about 25°.
 */
const maxBaseHeight = 0.5;
const maxBaseNormalZ = -0.9;
/**
 * A patch has a mean normal if the normals of its triangles, as long as their areas, add up to at
 * least this share of its area. For half a ball, it is one half.
 */
const minNormalShare = 0.5;

/** A triangle, its area and its unit normal times the area. */
type Facet = {
  corners: [a: number, b: number, c: number];
  area: number;
  normal: Vector;
  kind: "base" | "measured" | "hull";
};

/**
 * Returns where a closed mesh is known from outlines only, the largest patch first. `measured` has
 * 1 for each vertex whose place pictures showed; a triangle is measured if two of its vertices are.
 * A base that was closed flat is a patch of its own.
 */
export function findHullPatches(
  mesh: Mesh,
  measured: Uint8Array,
  base: "flat" | "seen" = "flat",
): HullPatch[] {
  const facets = Array.from({ length: mesh.indices.length / 3 }, (_, triangle) =>
    createFacet(mesh, triangle, measured, base),
  );
  const totalArea = facets.reduce((sum, { area }) => sum + area, 0);
  return findParts(facets, findNeighbors(mesh))
    .map((part) => describePatch(mesh, part))
    .filter(({ area }) => area >= minAreaShare * totalArea)
    .sort((a, b) => b.area - a.area);
}

function createFacet(
  mesh: Mesh,
  triangle: number,
  measured: Uint8Array,
  base: "flat" | "seen",
): Facet {
  const corners = readTriangle(mesh.indices, triangle);
  const [x, y, z] = findAreaNormal(mesh, triangle);
  const normal: Vector = [x / 2, y / 2, z / 2];
  const area = Math.hypot(...normal);
  const isLow = corners.every((vertex) => readVector(mesh.positions, vertex)[2] < maxBaseHeight);
  const isBase = base === "flat" && isLow && normal[2] < maxBaseNormalZ * area;
  const measuredCorners = corners.filter((vertex) => measured[vertex] === 1).length;
  const kind = isBase ? "base" : measuredCorners >= 2 ? "measured" : "hull";
  return { corners, area, normal, kind };
}

/** Returns the connected parts of one kind, without those that are measured. */
function findParts(facets: readonly Facet[], neighbors: Uint32Array): Facet[][] {
  const isDone = facets.map(({ kind }) => kind === "measured");
  const parts: Facet[][] = [];
  for (const [start, { kind }] of facets.entries()) {
    if (isDone[start]) continue;
    isDone[start] = true;
    const part: Facet[] = [];
    const triangles = [start];
    for (const triangle of triangles) {
      part.push(facets[triangle]!);
      for (const neighbor of readTriangle(neighbors, triangle)) {
        if (isDone[neighbor] || facets[neighbor]?.kind !== kind) continue;
        isDone[neighbor] = true;
        triangles.push(neighbor);
      }
    }
    parts.push(part);
  }
  return parts;
}

function describePatch({ positions }: Mesh, part: readonly Facet[]): HullPatch {
  const { min, max } = createEmptyBox();
  const centroid: Vector = [0, 0, 0];
  const sum: Vector = [0, 0, 0];
  const area = part.reduce((total, facet) => total + facet.area, 0);
  for (const facet of part) {
    for (const axis of axes) sum[axis] += facet.normal[axis];
    for (const corner of facet.corners) {
      const point = readVector(positions, corner);
      growBox({ min, max }, point);
      for (const axis of axes) centroid[axis] += (facet.area * point[axis]) / (3 * area);
    }
  }
  const length = Math.hypot(...sum);
  const normal: Vector | undefined =
    length < minNormalShare * area
      ? undefined
      : [sum[0] / length, sum[1] / length, sum[2] / length];
  const isBase = part.some(({ kind }) => kind === "base");
  return { area, centroid, min, max, normal, base: isBase };
}

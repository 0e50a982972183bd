import { readVector } from "../geometry/vector.ts";
import { findNextCorner, type Mesh } from "./mesh.ts";
import { addVector } from "./triangle.ts";

/**
 * A vertex moves by this share of the way to the mean of its neighbors: forward in one pass, which
 * shrinks the mesh, and back in the next, which grows it by as much (λ and μ of Taubin).
 */
const lambda = 0.5;
const mu = -0.53;
/** A vertex lower than this is on the mat and keeps its height, in millimeters. */
const maxMatHeight = 0.01;

/**
 * Returns a closed mesh without the steps of its grid: each round shrinks it and grows it again
 * (Taubin 1995), so that its volume stays. Vertices on the mat stay on it.
 */
export function smooth({ positions, indices }: Mesh, rounds: number): Mesh {
  // In a closed mesh, a vertex has as many neighbors as triangles.
  const degrees = new Float32Array(positions.length / 3);
  for (const vertex of indices) degrees[vertex]!++;
  let smoothed = positions;
  for (let round = 0; round < rounds; round++) {
    for (const share of [lambda, mu]) {
      smoothed = moveVertices(smoothed, sumNeighbors(smoothed, indices), degrees, share);
    }
  }
  return { positions: smoothed, indices };
}

/** Returns the sum of the positions of the neighbors of each vertex. */
function sumNeighbors(positions: Float32Array, indices: Uint32Array): Float32Array {
  const sums = new Float32Array(positions.length);
  for (let at = 0; at < indices.length; at++) {
    addVector(sums, indices[at]!, readVector(positions, indices[findNextCorner(at)]!));
  }
  return sums;
}

/** Returns the positions moved by a share of the way to the mean of the neighbors. */
function moveVertices(
  positions: Float32Array,
  neighborSums: Float32Array,
  degrees: Float32Array,
  share: number,
): Float32Array {
  return positions.map((value, at) => {
    if (at % 3 === 2 && value < maxMatHeight) return value;
    return value + share * (neighborSums[at]! / degrees[Math.floor(at / 3)]! - value);
  });
}

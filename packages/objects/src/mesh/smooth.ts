import type { Mesh } from "./mesh.ts";

/**
 * Returns a mesh without the steps of its grid: shrinks and grows it by turns (Taubin 1995), so
 * that its volume stays. Vertices on the mat stay on it.
 */
export function smooth(mesh: Mesh, rounds: number): Mesh {
  const { indices } = mesh;
  let positions = mesh.positions;
  const count = positions.length / 3;
  const degrees = new Float32Array(count);
  for (const vertex of indices) degrees[vertex]!++;
  for (let round = 0; round < 2 * rounds; round++) {
    const factor = round % 2 === 0 ? 0.5 : -0.53;
    const sums = new Float32Array(positions.length);
    for (let first = 0; first < indices.length; first += 3) {
      for (let corner = 0; corner < 3; corner++) {
        const to = 3 * indices[first + corner]!;
        const from = 3 * indices[first + ((corner + 1) % 3)]!;
        sums[to]! += positions[from]!;
        sums[to + 1]! += positions[from + 1]!;
        sums[to + 2]! += positions[from + 2]!;
      }
    }
    positions = positions.map((value, at) => {
      const moved = value + factor * (sums[at]! / degrees[Math.floor(at / 3)]! - value);
      return at % 3 === 2 && value < 0.01 ? value : moved;
    });
  }
  return { positions, indices };
}

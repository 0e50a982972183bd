import type { Mesh } from "./mesh.ts";
import { measureVolume } from "./volume.ts";

/** Sizes of an object, in millimeters and cubic millimeters. */
export type Measures = {
  /**
   * The smallest upright box round it: its longer and its shorter side on the mat, and its height.
   */
  box: { length: number; width: number; height: number };
  volume: number;
  area: number;
  /**
   * One standard deviation, as estimated from the size of a pixel on the object. Says nothing of
   * hollows that no outline shows.
   */
  uncertainty: { length: number; volume: number };
};

/** Measures a closed mesh whose surface is known to `deviation` millimeters at each place. */
export function measure(mesh: Mesh, deviation: number): Measures {
  const area = measureArea(mesh);
  // Errors of a surface agree within patches of about this size, and are independent of each other
  // beyond them.
  const patches = Math.max(1, area / 20 ** 2);
  return {
    box: findUprightBox(mesh),
    volume: measureVolume(mesh),
    area,
    uncertainty: {
      length: deviation * Math.SQRT2,
      volume: (area * deviation) / Math.sqrt(patches),
    },
  };
}

function measureArea({ positions, indices }: Mesh): number {
  let area = 0;
  for (let first = 0; first < indices.length; first += 3) {
    area += findTriangleArea(positions, indices, first);
  }
  return area;
}

/** Returns how much of the area of a mesh belongs to marked vertices, from 0 to 1. */
export function measureShare(mesh: Mesh, marks: Uint8Array): number {
  const { positions, indices } = mesh;
  let marked = 0;
  for (let first = 0; first < indices.length; first += 3) {
    const count =
      marks[indices[first]!]! + marks[indices[first + 1]!]! + marks[indices[first + 2]!]!;
    marked += (count / 3) * findTriangleArea(positions, indices, first);
  }
  return marked / measureArea(mesh);
}

function findTriangleArea(positions: Float32Array, indices: Uint32Array, first: number): number {
  const [a, b, c] = [0, 1, 2].map((corner) => 3 * indices[first + corner]!) as [
    number,
    number,
    number,
  ];
  const u = [0, 1, 2].map((axis) => positions[b + axis]! - positions[a + axis]!);
  const v = [0, 1, 2].map((axis) => positions[c + axis]! - positions[a + axis]!);
  return (
    Math.hypot(
      u[1]! * v[2]! - u[2]! * v[1]!,
      u[2]! * v[0]! - u[0]! * v[2]!,
      u[0]! * v[1]! - u[1]! * v[0]!,
    ) / 2
  );
}

/** Turns the mesh about the vertical by half degrees, and takes the box with the smallest base. */
function findUprightBox({ positions }: Mesh): Measures["box"] {
  let [bottom, top] = [Infinity, -Infinity];
  for (let at = 2; at < positions.length; at += 3) {
    bottom = Math.min(bottom, positions[at]!);
    top = Math.max(top, positions[at]!);
  }
  let best: [number, number] = [Infinity, Infinity];
  for (let step = 0; step < 180; step++) {
    const [cos, sin] = [Math.cos((step * Math.PI) / 360), Math.sin((step * Math.PI) / 360)];
    let [left, right, front, back] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let at = 0; at < positions.length; at += 3) {
      const u = positions[at]! * cos + positions[at + 1]! * sin;
      const v = positions[at + 1]! * cos - positions[at]! * sin;
      if (u < left) left = u;
      if (u > right) right = u;
      if (v < front) front = v;
      if (v > back) back = v;
    }
    if ((right - left) * (back - front) < best[0] * best[1]) best = [right - left, back - front];
  }
  return { length: Math.max(...best), width: Math.min(...best), height: top - bottom };
}

import type { Mesh } from "./mesh.ts";

/** A box that stands on the mat, in millimeters. */
export type UprightBox = {
  /** Its longer and its shorter side on the mat, and its height. */
  length: number;
  width: number;
  height: number;
  /** The angle between the x axis of the mat and the longer side, in radians, counterclockwise. */
  yaw: number;
};

/** The angles that are tried in a right angle: steps of half a degree. */
const angleCount = 180;

/** Finds the smallest upright box around a mesh: that with the smallest base. */
export function findUprightBox({ positions }: Mesh): UprightBox {
  let [bottom, top] = [Infinity, -Infinity];
  for (let at = 2; at < positions.length; at += 3) {
    bottom = Math.min(bottom, positions[at]!);
    top = Math.max(top, positions[at]!);
  }
  let smallest = { area: Infinity, along: 0, across: 0, angle: 0 };
  for (let index = 0; index < angleCount; index++) {
    const angle = (index * Math.PI) / 2 / angleCount;
    const [along, across] = findExtents(positions, Math.cos(angle), Math.sin(angle));
    const area = along * across;
    if (area < smallest.area) smallest = { area, along, across, angle };
  }
  const { along, across, angle } = smallest;
  return {
    length: Math.max(along, across),
    width: Math.min(along, across),
    height: top - bottom,
    yaw: along >= across ? angle : angle + Math.PI / 2,
  };
}

/** Returns the extents of points along a direction on the mat, and across it. */
function findExtents(positions: Float32Array, cos: number, sin: number): [number, number] {
  let [left, right, front, back] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 3) {
    const u = positions[at]! * cos + positions[at + 1]! * sin;
    const v = positions[at + 1]! * cos - positions[at]! * sin;
    if (u < left) left = u;
    if (u > right) right = u;
    if (v < front) front = v;
    if (v > back) back = v;
  }
  return [right - left, back - front];
}

import type { Point, Ray } from "./orbit.ts";

/**
 * Returns the first point of a mesh on a ray (Möller and Trumbore, 1997); undefined if the ray
 * misses it.
 */
export function pick(
  { positions, indices }: { positions: Float32Array; indices: Uint32Array },
  { from, direction }: Ray,
): Point | undefined {
  const [dx, dy, dz] = direction;
  /** The distance of the first point, in lengths of `direction`. */
  let minDistance = Number.POSITIVE_INFINITY;
  for (let corner = 0; corner < indices.length; corner += 3) {
    const a = 3 * indices[corner]!;
    const b = 3 * indices[corner + 1]!;
    const c = 3 * indices[corner + 2]!;
    const [ax, ay, az] = [positions[a]!, positions[a + 1]!, positions[a + 2]!];
    const [ux, uy, uz] = [positions[b]! - ax, positions[b + 1]! - ay, positions[b + 2]! - az];
    const [vx, vy, vz] = [positions[c]! - ax, positions[c + 1]! - ay, positions[c + 2]! - az];
    const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
    const determinant = ux * px + uy * py + uz * pz;
    if (determinant === 0) continue;
    const [sx, sy, sz] = [from[0] - ax, from[1] - ay, from[2] - az];
    // The barycentric coordinates s and t are those of the second and the third corner.
    const s = (sx * px + sy * py + sz * pz) / determinant;
    if (s < 0 || s > 1) continue;
    const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
    const t = (dx * qx + dy * qy + dz * qz) / determinant;
    if (t < 0 || s + t > 1) continue;
    const distance = (vx * qx + vy * qy + vz * qz) / determinant;
    if (distance > 0 && distance < minDistance) minDistance = distance;
  }
  if (minDistance === Number.POSITIVE_INFINITY) return undefined;
  return [from[0] + minDistance * dx, from[1] + minDistance * dy, from[2] + minDistance * dz];
}

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
  let nearest = Number.POSITIVE_INFINITY;
  for (let first = 0; first < indices.length; first += 3) {
    const a = 3 * indices[first]!;
    const b = 3 * indices[first + 1]!;
    const c = 3 * indices[first + 2]!;
    const [ax, ay, az] = [positions[a]!, positions[a + 1]!, positions[a + 2]!];
    const [ux, uy, uz] = [positions[b]! - ax, positions[b + 1]! - ay, positions[b + 2]! - az];
    const [vx, vy, vz] = [positions[c]! - ax, positions[c + 1]! - ay, positions[c + 2]! - az];
    const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
    const determinant = ux * px + uy * py + uz * pz;
    if (determinant === 0) continue;
    const [sx, sy, sz] = [from[0] - ax, from[1] - ay, from[2] - az];
    const s = (sx * px + sy * py + sz * pz) / determinant;
    if (s < 0 || s > 1) continue;
    const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
    const t = (dx * qx + dy * qy + dz * qz) / determinant;
    if (t < 0 || s + t > 1) continue;
    const along = (vx * qx + vy * qy + vz * qz) / determinant;
    if (along > 0 && along < nearest) nearest = along;
  }
  if (nearest === Number.POSITIVE_INFINITY) return undefined;
  return [from[0] + nearest * dx, from[1] + nearest * dy, from[2] + nearest * dz];
}

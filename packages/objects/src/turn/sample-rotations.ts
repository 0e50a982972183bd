import { rotationOfColumns } from "../geometry/rigid-transform.ts";
import { cross, normalize, type Vector } from "../geometry/vector.ts";

/** How many directions of the top of the second pass are tried in the first: about 17° apart. */
const topCount = 150;
/** How many rotations about each of them are tried: 15° apart. */
const yawCount = 24;

/**
 * Returns evenly spread rotations after which the top of an object points away from the vertical:
 * the cosine between them is at most `maxUpright`.
 */
export function sampleRotations(maxUpright: number): Float64Array[] {
  return listTops()
    .filter(([, , z]) => z <= maxUpright)
    .flatMap(listYaws);
}

/** Returns directions on a spiral over the sphere (Fibonacci lattice). */
function listTops(): Vector[] {
  return Array.from({ length: topCount }, (_, index): Vector => {
    const z = 1 - (2 * index + 1) / topCount;
    const azimuth = index * Math.PI * (3 - Math.sqrt(5));
    const radius = Math.sqrt(1 - z * z);
    return [radius * Math.cos(azimuth), radius * Math.sin(azimuth), z];
  });
}

/** Returns rotations that bring the vertical to `top`, evenly spread about it. */
function listYaws(top: Vector): Float64Array[] {
  const reference: Vector = Math.abs(top[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const right = normalize(cross(reference, top));
  const ahead = cross(top, right);
  return Array.from({ length: yawCount }, (_, index) => {
    const angle = (2 * Math.PI * index) / yawCount;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return rotationOfColumns(
      combine(cos, right, sin, ahead),
      combine(cos, ahead, -sin, right),
      top,
    );
  });
}

const combine = (s: number, a: Vector, t: number, b: Vector): Vector => [
  s * a[0] + t * b[0],
  s * a[1] + t * b[1],
  s * a[2] + t * b[2],
];

/**
 * A rotation and then a translation, which keep all lengths. `rotation` has nine numbers, row by
 * row; `translation` is in millimeters.
 */
export type RigidTransform = {
  rotation: Float64Array;
  translation: [x: number, y: number, z: number];
};

/** Writes the transformed point into `out`. */
export function transformPoint(
  { rotation, translation }: RigidTransform,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  for (let row = 0; row < 3; row++) {
    out[row] =
      rotation[3 * row]! * x +
      rotation[3 * row + 1]! * y +
      rotation[3 * row + 2]! * z +
      translation[row as 0 | 1 | 2];
  }
}

/** Returns the transform that undoes another one. */
export function invertTransform({
  rotation,
  translation: [x, y, z],
}: RigidTransform): RigidTransform {
  const [a, b, c, d, e, f, g, h, i] = rotation as unknown as Nine;
  return {
    rotation: Float64Array.of(a, d, g, b, e, h, c, f, i),
    translation: [-(a * x + d * y + g * z), -(b * x + e * y + h * z), -(c * x + f * y + i * z)],
  };
}

/** Returns the transform that applies `inner` to a point, and then `outer`. */
export function composeTransforms(outer: RigidTransform, inner: RigidTransform): RigidTransform {
  const rotation = Float64Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [at - (at % 3), at % 3];
    return (
      outer.rotation[row]! * inner.rotation[column]! +
      outer.rotation[row + 1]! * inner.rotation[3 + column]! +
      outer.rotation[row + 2]! * inner.rotation[6 + column]!
    );
  });
  const moved = new Float64Array(3);
  transformPoint(outer, ...inner.translation, moved);
  return { rotation, translation: [moved[0]!, moved[1]!, moved[2]!] };
}

type Nine = [number, number, number, number, number, number, number, number, number];

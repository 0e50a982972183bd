import type { Pose } from "../camera/camera.ts";

/**
 * How an object was moved between two passes: the way from its place in the second one to that in
 * the first. `rotation` has nine numbers, row by row; `translation` is in millimeters.
 */
export type Turn = Pose;

/** Writes where a point of the second pass is in the first into `out`. */
export function turnPoint(
  { rotation, translation }: Turn,
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

/** Returns the way back. */
export function invertTurn({ rotation, translation: [x, y, z] }: Turn): Turn {
  const [a, b, c, d, e, f, g, h, i] = rotation as unknown as Nine;
  return {
    rotation: Float64Array.of(a, d, g, b, e, h, c, f, i),
    translation: [-(a * x + d * y + g * z), -(b * x + e * y + h * z), -(c * x + f * y + i * z)],
  };
}

/** Returns the pose, from the mat of the first pass, of a picture of the second one. */
export function turnPose(pose: Pose, turn: Turn): Pose {
  const { rotation: own, translation } = pose;
  const back = invertTurn(turn);
  const rotation = Float64Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [at - (at % 3), at % 3];
    return (
      own[row]! * back.rotation[column]! +
      own[row + 1]! * back.rotation[3 + column]! +
      own[row + 2]! * back.rotation[6 + column]!
    );
  });
  const moved = new Float64Array(3);
  turnPoint({ rotation: own, translation }, ...back.translation, moved);
  return { rotation, translation: [moved[0]!, moved[1]!, moved[2]!] };
}

type Nine = [number, number, number, number, number, number, number, number, number];

import type { Pose } from "../camera/camera.ts";

/**
 * Returns a pose after a turn (axis times angle, three numbers) and a way along each axis of the
 * camera.
 */
export function movePose({ rotation, translation }: Pose, move: ArrayLike<number>): Pose {
  const angle = Math.hypot(move[0]!, move[1]!, move[2]!);
  const turn = angle > 1e-12 ? makeTurn(move, angle) : [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const turned = new Float64Array(9);
  for (let row = 0; row < 9; row += 3) {
    for (let column = 0; column < 3; column++) {
      turned[row + column] =
        turn[row]! * rotation[column]! +
        turn[row + 1]! * rotation[3 + column]! +
        turn[row + 2]! * rotation[6 + column]!;
    }
  }
  return {
    rotation: turned,
    translation: [translation[0] + move[3]!, translation[1] + move[4]!, translation[2] + move[5]!],
  };
}

/** The formula of Rodrigues. */
function makeTurn(axis: ArrayLike<number>, angle: number): number[] {
  const [x, y, z] = [axis[0]! / angle, axis[1]! / angle, axis[2]! / angle];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rest = 1 - cos;
  return [
    cos + x * x * rest,
    x * y * rest - z * sin,
    x * z * rest + y * sin,
    y * x * rest + z * sin,
    cos + y * y * rest,
    y * z * rest - x * sin,
    z * x * rest - y * sin,
    z * y * rest + x * sin,
    cos + z * z * rest,
  ];
}

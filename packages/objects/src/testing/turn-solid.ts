import {
  invertTransform,
  type RigidTransform,
  transformPoint,
} from "../geometry/rigid-transform.ts";
import { movePose } from "../poses/move-pose.ts";
import { reach, type Solid } from "./solids.ts";

/** A solid that was turned, and the way back to where it stood before. */
type TurnedSolid = { solid: Solid; turn: RigidTransform };

const still: RigidTransform = {
  rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
  translation: [0, 0, 0],
};

/**
 * Turns a solid about an axis by degrees, then about the vertical, and sets it with its lowest
 * point on the middle of the mat, where it keeps the texture that it had. It rests within a tenth
 * of a millimeter.
 */
export function turnSolid(
  solid: Solid,
  axis: readonly [x: number, y: number, z: number],
  degrees: number,
  yaw = 0,
): TurnedSolid {
  const angle = (degrees * Math.PI) / 180 / Math.hypot(...axis);
  const over = movePose(still, [angle * axis[0], angle * axis[1], angle * axis[2], 0, 0, 0]);
  const turned = movePose(over, [0, 0, (yaw * Math.PI) / 180, 0, 0, 0]);
  const place = new Float64Array(3);
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let z = 0.5; z < solid.height; z += 2) {
    for (let y = -reach; y <= reach; y += 2) {
      for (let x = -reach; x <= reach; x += 2) {
        const inside = -solid.distance(x, y, z);
        if (inside <= 0) continue;
        transformPoint(turned, x, y, z, place);
        for (let at = 0; at < 3; at++) {
          min[at] = Math.min(min[at]!, place[at]! - inside);
          max[at] = Math.max(max[at]!, place[at]! + inside);
        }
      }
    }
  }
  turned.translation = [-(min[0]! + max[0]!) / 2, -(min[1]! + max[1]!) / 2, -min[2]!];
  const turn = invertTransform(turned);
  const before = (x: number, y: number, z: number) => {
    transformPoint(turn, x, y, z, place);
    return [place[0]!, place[1]!, place[2]!] as const;
  };
  return {
    turn,
    solid: {
      distance: (x, y, z) => solid.distance(...before(x, y, z)),
      height: max[2]! - min[2]! + 1,
      before,
    },
  };
}

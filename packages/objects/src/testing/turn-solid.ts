import { moveTransform } from "../geometry/move-transform.ts";
import {
  invertTransform,
  type RigidTransform,
  transformPoint,
} from "../geometry/rigid-transform.ts";
import { reach, type Solid } from "./solids.ts";

/** A solid that was turned over, and the rigid transform back to where it stood before. */
type TurnedSolid = { solid: Solid; turn: RigidTransform };

const still: RigidTransform = {
  rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
  translation: [0, 0, 0],
};

/**
 * Turns a solid about an axis by degrees, then about the vertical, and puts it on the middle of the
 * mat, to within a tenth of a millimeter. It keeps the texture that it had.
 */
export function turnSolid(
  solid: Solid,
  axis: readonly [x: number, y: number, z: number],
  degrees: number,
  yaw = 0,
): TurnedSolid {
  const angle = (degrees * Math.PI) / 180 / Math.hypot(...axis);
  const over = moveTransform(still, [angle * axis[0], angle * axis[1], angle * axis[2], 0, 0, 0]);
  const turned = moveTransform(over, [0, 0, (yaw * Math.PI) / 180, 0, 0, 0]);
  const { min, max } = findTurnedBox(solid, turned);
  turned.translation = [-(min[0] + max[0]) / 2, -(min[1] + max[1]) / 2, -min[2]];
  const turn = invertTransform(turned);
  const before = createTransform(turn);
  return {
    turn,
    solid: {
      distance: (x, y, z) => solid.distance(...before(x, y, z)),
      height: max[2] - min[2] + 1,
      before,
    },
  };
}

type Vector = [x: number, y: number, z: number];

/** Returns the box of a solid after a rotation: each point brings the ball that fits round it. */
function findTurnedBox(solid: Solid, turned: RigidTransform): { min: Vector; max: Vector } {
  const min: Vector = [Infinity, Infinity, Infinity];
  const max: Vector = [-Infinity, -Infinity, -Infinity];
  const transform = createTransform(turned);
  for (let z = 0.5; z < solid.height; z += 2) {
    for (let y = -reach; y <= reach; y += 2) {
      for (let x = -reach; x <= reach; x += 2) {
        const radius = -solid.distance(x, y, z);
        if (radius <= 0) continue;
        const point = transform(x, y, z);
        for (const axis of [0, 1, 2] as const) {
          min[axis] = Math.min(min[axis], point[axis] - radius);
          max[axis] = Math.max(max[axis], point[axis] + radius);
        }
      }
    }
  }
  return { min, max };
}

/** Returns a function that transforms a point. */
function createTransform(transform: RigidTransform): (x: number, y: number, z: number) => Vector {
  const out = new Float64Array(3);
  return (x, y, z) => {
    transformPoint(transform, x, y, z, out);
    return [out[0]!, out[1]!, out[2]!];
  };
}

import type { UprightBox } from "../mesh/upright-box.ts";
import { reach, type Solid } from "./solids.ts";

/** A ball that lies in a solid and touches its surface, or nearly so: its center and its radius. */
type Ball = [x: number, y: number, z: number, radius: number];

/** Balls deeper in a solid than this, in millimeters, do not touch its surface. */
const maxRadius = 2.5;

/**
 * Returns the smallest upright box round a solid, within 0.1 mm. Each point near the surface brings
 * the ball that fits into the solid there.
 */
export function findTrueBox(solid: Solid): Omit<UprightBox, "yaw"> {
  const balls = findBalls(solid);
  const findExtent = (x: number, y: number) => findReach(balls, x, y) + findReach(balls, -x, -y);
  const boxes = Array.from({ length: 180 }, (_, index) => {
    const angle = (index * Math.PI) / 360;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [findExtent(cos, sin), findExtent(-sin, cos)] as const;
  });
  const [a, b] = boxes.reduce((best, box) => (box[0] * box[1] < best[0] * best[1] ? box : best));
  const height = balls.reduce((top, [, , z, radius]) => Math.max(top, z + radius), 0);
  return { length: Math.max(a, b), width: Math.min(a, b), height };
}

function findBalls({ distance, height }: Solid): Ball[] {
  const balls: Ball[] = [];
  for (let z = 0.25; z < height; z++) {
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) {
        const radius = -distance(x, y, z);
        if (radius > 0 && radius < maxRadius) balls.push([x, y, z, radius]);
      }
    }
  }
  return balls;
}

/** Returns how far balls reach in a unit direction on the mat. */
function findReach(balls: readonly Ball[], x: number, y: number): number {
  let reach = -Infinity;
  for (const ball of balls) reach = Math.max(reach, ball[0] * x + ball[1] * y + ball[3]);
  return reach;
}

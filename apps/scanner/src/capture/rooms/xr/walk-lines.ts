import { aimAtFloor, type DevicePlane, findInPlanes, type Position } from "@scanhook/rooms";
import type { Walk } from "../walk.ts";
import type { Lines } from "./line-drawing.ts";
import type { RoomView } from "./room-session.ts";

const colors = {
  aim: [1, 1, 1],
  set: [0.65, 0.71, 0.99],
  detected: [0.53, 0.94, 0.67],
} as const;

/** Half the width of the crosses at points, in meters. */
const crossSize = 0.06;

/**
 * Returns the lines to draw over the picture of the camera: a cross where the view aims, the walls
 * and openings that were set, and the walls that the device detected.
 */
export function drawWalk(walk: Walk, { ray, planes }: Pick<RoomView, "ray" | "planes">): Lines[] {
  const toPosition = ({ x, y }: { x: number; y: number }, height = 0): Position => ({
    x,
    y: walk.level + height,
    z: -y,
  });
  const drawCross = (point: { x: number; y: number }) => [
    toPosition({ x: point.x - crossSize, y: point.y }),
    toPosition({ x: point.x + crossSize, y: point.y }),
    toPosition({ x: point.x, y: point.y - crossSize }),
    toPosition({ x: point.x, y: point.y + crossSize }),
  ];
  const target = ray && walk.step === "walls" ? aimAtFloor(ray, walk.level) : undefined;
  const { pending, height = 0 } = walk;
  const wallLines = walk.walls.flatMap(({ points }) => {
    const [a, b] = [points[0]!, points.at(-1)!];
    const top = height > 0 ? [toPosition(a, height), toPosition(b, height)] : [];
    return [toPosition(a), toPosition(b), ...top, ...drawCross(a), ...drawCross(b)];
  });
  return [
    {
      color: colors.detected,
      points: walk.step === "walls" ? drawDetected(planes, walk.level) : [],
    },
    { color: colors.set, points: [...wallLines, ...(pending ? drawCross(pending) : [])] },
    {
      color: colors.aim,
      points: [
        ...(target ? drawCross(target) : []),
        ...(target && pending ? [toPosition(pending), toPosition(target)] : []),
      ],
    },
    {
      color: colors.set,
      points: walk.openings.flatMap(({ corners: [a, b] }) => {
        const ends = [
          toPosition(a.point, a.height),
          toPosition(b.point, a.height),
          toPosition(b.point, b.height),
          toPosition(a.point, b.height),
        ];
        return ends.flatMap((end, index) => [end, ends[(index + 1) % 4]!]);
      }),
    },
  ].filter(({ points }) => points.length > 0);
}

function drawDetected(planes: readonly DevicePlane[], level: number): Position[] {
  return findInPlanes(planes, level).walls.flatMap(({ points }) =>
    [points[0]!, points.at(-1)!].map(({ x, y }) => ({ x, y: level, z: -y })),
  );
}

import { aimAtFloor, type DevicePlane, findInPlanes, type Position } from "@scanhook/rooms";
import type { Walk } from "../walk.ts";
import type { Lines } from "./line-drawing.ts";
import type { RoomView } from "./room-session.ts";

const colors = {
  aim: [1, 1, 1],
  set: [0.65, 0.71, 0.99],
  found: [0.53, 0.94, 0.67],
} as const;

/** The half width of the crosses at points, in meters. */
const cross = 0.06;

/**
 * Returns the lines to draw over the picture of the camera: where the view aims, the walls that
 * were set, and those that the device found.
 */
export function drawWalk(walk: Walk, { ray, planes }: Pick<RoomView, "ray" | "planes">): Lines[] {
  const at = ({ x, y }: { x: number; y: number }, height = 0): Position => ({
    x,
    y: walk.level + height,
    z: -y,
  });
  const mark = (point: { x: number; y: number }) => [
    at({ x: point.x - cross, y: point.y }),
    at({ x: point.x + cross, y: point.y }),
    at({ x: point.x, y: point.y - cross }),
    at({ x: point.x, y: point.y + cross }),
  ];
  const aimed = ray && walk.step === "walls" ? aimAtFloor(ray, walk.level) : undefined;
  const { pending, height = 0 } = walk;
  const set = walk.walls.flatMap(({ points }) => {
    const [a, b] = [points[0]!, points.at(-1)!];
    const top = height > 0 ? [at(a, height), at(b, height)] : [];
    return [at(a), at(b), ...top, ...mark(a), ...mark(b)];
  });
  return [
    { color: colors.found, points: walk.step === "walls" ? drawFound(planes, walk.level) : [] },
    { color: colors.set, points: [...set, ...(pending ? mark(pending) : [])] },
    {
      color: colors.aim,
      points: [
        ...(aimed ? mark(aimed) : []),
        ...(aimed && pending ? [at(pending), at(aimed)] : []),
      ],
    },
    {
      color: colors.set,
      points: walk.openings.flatMap(({ corners: [a, b] }) => {
        const ends = [
          at(a.point, a.height),
          at(b.point, a.height),
          at(b.point, b.height),
          at(a.point, b.height),
        ];
        return ends.flatMap((end, index) => [end, ends[(index + 1) % 4]!]);
      }),
    },
  ].filter(({ points }) => points.length > 0);
}

function drawFound(planes: readonly DevicePlane[], level: number): Position[] {
  return findInPlanes(planes, level).walls.flatMap(({ points }) =>
    [points[0]!, points.at(-1)!].map(({ x, y }) => ({ x, y: level, z: -y })),
  );
}

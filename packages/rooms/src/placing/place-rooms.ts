import type { SettledRoom } from "../closing/settle-room.ts";
import {
  add,
  direction,
  distance,
  left,
  type Point,
  pointAlong,
  scale,
} from "../geometry/point.ts";
import { signedArea } from "../geometry/polygon.ts";
import type { Join, Opening, OpeningReference } from "../model/plan.ts";
import { identity, motionOnto, movePoint, type RigidMotion } from "./rigid-motion.ts";

type PlacedRooms = {
  /** The motion that brings each room to its place in the common frame, that of the first room. */
  motions: RigidMotion[];
  /**
   * The distance, in meters, between the two doors of each join. It is zero for joins that do not
   * close a loop of rooms.
   */
  joinErrors: number[];
};

/**
 * Places rooms beside each other so that joined doors face each other across the thickness of their
 * wall. If no chain of joins connects a room to the first room, it keeps its own frame, and its
 * neighbors are placed beside it.
 */
export function placeRooms(rooms: readonly SettledRoom[], joins: readonly Join[]): PlacedRooms {
  const doors = joins.map(({ from, to }) => [findDoor(rooms, from), findDoor(rooms, to)] as const);
  const motions = new Map<number, RigidMotion>();
  for (let index = 0; index < rooms.length; index++) {
    if (motions.has(index)) continue;
    motions.set(index, identity);
    placeNeighbors(index, doors, motions);
  }
  return {
    motions: rooms.map((_, index) => motions.get(index)!),
    joinErrors: doors.map(([from, to]) =>
      distance(
        movePoint(motions.get(from.room)!, from.beyond),
        movePoint(motions.get(to.room)!, to.middle),
      ),
    ),
  };
}

/** A door in the frame of its room. `room` is the index of the room. */
type Door = {
  room: number;
  /** The middle of the door on the inner face of the wall. */
  middle: Point;
  /** The middle of the door on the outer face of the wall. */
  beyond: Point;
  /** The direction out of the room. */
  outward: Point;
};

function findDoor(rooms: readonly SettledRoom[], reference: OpeningReference): Door {
  const room = rooms.findIndex((settled) => settled.room.id === reference.room);
  const { corners, walls } = rooms[room]!;
  const has = ({ id }: Opening) => id === reference.opening;
  const index = walls.findIndex(({ wall }) => wall.openings.some(has));
  const { wall, length } = walls[index]!;
  const opening = wall.openings.find(has)!;
  const [a, b] = [corners[index]!, corners[(index + 1) % corners.length]!];
  const outwardSign = signedArea(corners) >= 0 ? -1 : 1;
  const along = Math.min(opening.offset, length - opening.width) + opening.width / 2;
  return {
    room,
    middle: pointAlong(a, b, along),
    beyond: pointAlong(a, b, along, outwardSign * wall.thickness),
    outward: scale(left(direction(a, b)), outwardSign),
  };
}

/** Places all rooms that joins connect to the room `first`, breadth first. Adds to `motions`. */
function placeNeighbors(
  first: number,
  doors: readonly (readonly [Door, Door])[],
  motions: Map<number, RigidMotion>,
): void {
  const queue = [first];
  for (const room of queue) {
    for (const pair of doors) {
      const [here, there] = pair[0].room === room ? pair : [pair[1], pair[0]];
      if (here.room !== room || motions.has(there.room)) continue;
      const motion = motions.get(room)!;
      const facing = Math.atan2(-here.outward.y, -here.outward.x) + motion.angle;
      const rotation = facing - Math.atan2(there.outward.y, there.outward.x);
      // Always the thickness in the room at the start of the join, so that both directions give the
      // same result.
      const thickness =
        here === pair[0]
          ? distance(here.middle, here.beyond)
          : distance(there.middle, there.beyond);
      const across = pointAlong(here.middle, add(here.middle, here.outward), thickness);
      motions.set(there.room, motionOnto(rotation, there.middle, movePoint(motion, across)));
      queue.push(there.room);
    }
  }
}

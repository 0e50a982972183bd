import earcut from "earcut";
import type { SettledRoom } from "../closing/settle-room.ts";
import { partWalls, type WallPart } from "../drawing/wall-parts.ts";
import { direction, distance, left, type Point, scale } from "../geometry/point.ts";
import { signedArea } from "../geometry/polygon.ts";
import type { SettledPlan } from "../settle-plan.ts";

/**
 * Triangles in meters, with three numbers for each vertex: x and -z are the plan's x and y, and y
 * is the height above the floor.
 */
export type Mesh = { positions: number[]; normals: number[]; indices: number[] };

/** The body of a room: walls with holes for doors and windows, and a floor. */
type RoomBody = { name: string; walls: Mesh; floor: Mesh };

/** The height of a room without a measured height, in meters. */
const defaultHeight = 2.5;
/** The thickness of a wall without a measured thickness, in meters. */
const minThickness = 0.02;
/** The shortest edge in meters. Shorter edges come from rounding errors and are left out. */
const minEdgeLength = 1e-6;

/** Builds the bodies of the rooms of a plan. A room without a height is 2.5 m high. */
export function buildRooms({ rooms }: SettledPlan): RoomBody[] {
  return rooms.map((settled) => ({
    name: settled.room.name,
    walls: buildWalls(settled, settled.height ?? defaultHeight),
    floor: buildFloor(settled.corners),
  }));
}

function buildWalls(settled: SettledRoom, height: number): Mesh {
  const mesh = emptyMesh();
  for (const wall of partWalls(settled, minThickness)) {
    for (const part of wall.parts) {
      for (const [bottom, top] of listSolid(part, height)) addPrism(mesh, part, bottom, top);
    }
  }
  return mesh;
}

/** Returns the ranges of height in which a part of a wall is solid. */
function listSolid({ opening }: WallPart, height: number): [number, number][] {
  if (!opening) return [[0, height]];
  const ranges: [number, number][] = [
    [0, opening.sill],
    [opening.sill + opening.height, height],
  ];
  return ranges.filter(([bottom, top]) => top - bottom > minEdgeLength);
}

/** Adds a part of a wall between two heights, closed on all sides. */
function addPrism(mesh: Mesh, { inner, outer }: WallPart, bottom: number, top: number): void {
  const ring = [inner.from, inner.to, outer.to, outer.from];
  const base = signedArea(ring) > 0 ? ring : ring.reverse();
  base.forEach((from, index) => {
    const to = base[(index + 1) % base.length]!;
    if (distance(from, to) < minEdgeLength) return;
    const normal = scale(left(direction(from, to)), -1);
    const face = [lift(from, bottom), lift(to, bottom), lift(to, top), lift(from, top)];
    addFace(mesh, face, lift(normal, 0));
  });
  addFace(
    mesh,
    base.map((corner) => lift(corner, top)),
    [0, 1, 0],
  );
  addFace(mesh, base.map((corner) => lift(corner, bottom)).reverse(), [0, -1, 0]);
}

function buildFloor(corners: readonly Point[]): Mesh {
  const mesh = emptyMesh();
  const triangles = earcut(corners.flatMap(({ x, y }) => [x, y]));
  for (const corner of corners) mesh.positions.push(...lift(corner, 0));
  for (const _ of corners) mesh.normals.push(0, 1, 0);
  for (let first = 0; first < triangles.length; first += 3) {
    const [a = 0, b = 0, c = 0] = triangles.slice(first, first + 3);
    const turnsLeft = signedArea([corners[a]!, corners[b]!, corners[c]!]) > 0;
    mesh.indices.push(...(turnsLeft ? [a, b, c] : [a, c, b]));
  }
  return mesh;
}

type Vector = [x: number, y: number, z: number];

const lift = ({ x, y }: Point, height: number): Vector => [x, height, -y];

/** Adds a convex face whose corners go counterclockwise as seen from outside. */
function addFace(
  { positions, normals, indices }: Mesh,
  corners: readonly Vector[],
  normal: Vector,
) {
  const first = positions.length / 3;
  for (const corner of corners) {
    positions.push(...corner);
    normals.push(...normal);
  }
  for (let index = 2; index < corners.length; index++) {
    indices.push(first, first + index - 1, first + index);
  }
}

function emptyMesh(): Mesh {
  return { positions: [], normals: [], indices: [] };
}

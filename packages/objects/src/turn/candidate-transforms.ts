import { type RigidTransform, transformPoint } from "../geometry/rigid-transform.ts";
import type { Report } from "../work/crew.ts";
import { compareSurfaces } from "./compare-surfaces.ts";
import { type Fitted, minimizeTurn } from "./levenberg-marquardt.ts";
import type { Shape } from "./shape.ts";

/**
 * In how many directions, evenly spread, the top of the second pass is looked for in the first, and
 * in how many turns about it.
 */
const tops = 150;
const yaws = 24;

/**
 * An object whose top still points up as much as this (cosine) was not turned over: its base is not
 * seen.
 */
const maxUpright = 0.85;

/** One of so many starts is fitted loosely, and this many of the best of those closely. */
const looseOf = 12;
const closeCount = 120;

/** Turns are one if they bring the surface less than this apart, in millimeters. */
const apart = 4;

/**
 * How a fit is made: how far off points may be, one of how many points is used, and the most
 * rounds.
 */
type Fit = { reach: number; stride: number; rounds: number };

/**
 * Returns turns that bring the surfaces of two passes onto each other, the best first: tries all
 * directions with the middles together, then fits the best ones. How far the surfaces are off each
 * other is multiplied by what `weigh` returns. `report` is awaited in between; undefined if it
 * stopped the work.
 */
export async function findStartTurns(
  first: Shape,
  second: Shape,
  weigh: (turn: RigidTransform) => number,
  report: Report,
): Promise<Fitted[] | undefined> {
  const starts = listRotations().map((rotation): Fitted => {
    const turn = joinMiddles(rotation, first, second);
    return { turn, cost: compareSurfaces(first, second, turn, 20, 8) * weigh(turn) };
  });
  starts.sort((a, b) => a.cost - b.cost);
  const chosen = starts.slice(0, Math.ceil(starts.length / looseOf));
  const fit = async (of: readonly Fitted[], { reach, stride, rounds }: Fit, tell: Report) => {
    const fitted: Fitted[] = [];
    for (const [index, { turn }] of of.entries()) {
      if (index % 20 === 0 && !(await tell(index / of.length))) return undefined;
      const findCost = (at: RigidTransform, equations?: Parameters<typeof compareSurfaces>[5]) =>
        compareSurfaces(first, second, at, reach, stride, equations);
      const found = minimizeTurn(turn, second.middle, findCost, rounds);
      fitted.push({ turn: found.turn, cost: found.cost * weigh(found.turn) });
    }
    const over = fitted.filter(({ turn }) => turn.rotation[8]! <= maxUpright);
    over.sort((a, b) => a.cost - b.cost);
    return dropDoubles(over, second);
  };
  const loose = await fit(chosen, { reach: 8, stride: 4, rounds: 8 }, (share) =>
    report(0.5 * share),
  );
  if (!loose) return undefined;
  const few = loose.slice(0, closeCount);
  return fit(few, { reach: 3, stride: 1, rounds: 12 }, (share) => report(0.5 + 0.5 * share));
}

/**
 * Returns turns about all axes: the top of the second pass in directions on a spiral, with turns
 * about it.
 */
function listRotations(): Float64Array[] {
  const rotations: Float64Array[] = [];
  for (let index = 0; index < tops; index++) {
    const z = 1 - (2 * index + 1) / tops;
    if (z > maxUpright) continue;
    const around = index * Math.PI * (3 - Math.sqrt(5));
    const flat = Math.sqrt(1 - z * z);
    const top = [flat * Math.cos(around), flat * Math.sin(around), z] as const;
    const side = Math.abs(z) < 0.9 ? ([0, 0, 1] as const) : ([1, 0, 0] as const);
    const right = unit(cross(side, top));
    const ahead = cross(top, right);
    for (let yaw = 0; yaw < yaws; yaw++) {
      const [cos, sin] = [
        Math.cos((2 * Math.PI * yaw) / yaws),
        Math.sin((2 * Math.PI * yaw) / yaws),
      ];
      const columns = [
        right.map((value, axis) => cos * value + sin * ahead[axis]!),
        ahead.map((value, axis) => cos * value - sin * right[axis]!),
        top,
      ];
      rotations.push(
        Float64Array.from({ length: 9 }, (_, at) => columns[at % 3]![Math.floor(at / 3)]!),
      );
    }
  }
  return rotations;
}

type Vector = readonly [x: number, y: number, z: number];

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function unit([x, y, z]: Vector): Vector {
  const size = Math.hypot(x, y, z);
  return [x / size, y / size, z / size];
}

/**
 * Returns the turn with a rotation that brings the middle of the second pass to that of the first.
 */
function joinMiddles(rotation: Float64Array, first: Shape, second: Shape): RigidTransform {
  const place = new Float64Array(3);
  transformPoint({ rotation, translation: [0, 0, 0] }, ...second.middle, place);
  const [x, y, z] = first.middle;
  return { rotation, translation: [x - place[0]!, y - place[1]!, z - place[2]!] };
}

/** Returns turns, the best first, without those that are nearly a better one. */
function dropDoubles(sorted: readonly Fitted[], { points }: Shape): Fitted[] {
  const kept: { fitted: Fitted; places: Float64Array }[] = [];
  for (const fitted of sorted) {
    const places = placeSome(fitted.turn, points);
    const isDouble = kept.some((other) => findMost(other.places, places) < apart);
    if (!isDouble) kept.push({ fitted, places });
  }
  return kept.map(({ fitted }) => fitted);
}

/** Returns where a turn brings a few points, which are spread over the surface. */
function placeSome(turn: RigidTransform, points: Float32Array): Float64Array {
  const places = new Float64Array(3 * 24);
  const count = points.length / 3;
  for (let index = 0; index < 24; index++) {
    const at = 3 * Math.floor((index * count) / 24);
    transformPoint(turn, points[at]!, points[at + 1]!, points[at + 2]!, places.subarray(3 * index));
  }
  return places;
}

function findMost(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let at = 0; at < a.length; at += 3) {
    most = Math.max(
      most,
      Math.hypot(a[at]! - b[at]!, a[at + 1]! - b[at + 1]!, a[at + 2]! - b[at + 2]!),
    );
  }
  return most;
}

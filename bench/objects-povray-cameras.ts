// Hand-held cameras round the mat for bench/objects --povray.
import { between, type Random } from "../packages/documents/src/testing/random.ts";
import {
  add,
  cross,
  normalize,
  scale,
  subtract,
  toRadians,
  toText,
  type Vector,
} from "./documents-vectors.ts";

/** Looks from `eye` along `forward`, a unit vector. The two others span the half picture. */
type Camera = { eye: Vector; forward: Vector; right: Vector; up: Vector };

/**
 * Returns the cameras of someone who walks round the mat with a phone, once for each ring: all have
 * one field of view, and the directions, distances, roll and aim of a hand. A ring is a range of
 * heights above the mat in degrees.
 */
export function walkRound({
  count = 24,
  rings = [
    [25, 35],
    [50, 60],
  ],
  size,
  random,
}: {
  count: number | undefined;
  rings: readonly (readonly [from: number, to: number])[] | undefined;
  size: { width: number; height: number };
  random: Random;
}): Camera[] {
  const halfWidth = Math.tan(toRadians(between(random, 65, 70)) / 2);
  const half = { width: halfWidth, height: (halfWidth * size.height) / size.width };
  const each = count / rings.length;
  return rings.flatMap(([from, to]) => {
    const start = between(random, 0, 360);
    return Array.from({ length: each }, (_, index) => {
      const around = start + (360 * (index + between(random, -0.3, 0.3))) / each;
      return aim(around, between(random, from, to), half, random);
    });
  });
}

function aim(
  around: number,
  above: number,
  half: { width: number; height: number },
  random: Random,
): Camera {
  const [azimuth, elevation] = [toRadians(around), toRadians(above)];
  const distance = between(random, 350, 420);
  const eye: Vector = [
    distance * Math.cos(elevation) * Math.cos(azimuth),
    distance * Math.cos(elevation) * Math.sin(azimuth),
    distance * Math.sin(elevation) + 15,
  ];
  const target: Vector = [
    between(random, -18, 18),
    between(random, -18, 18),
    between(random, 5, 35),
  ];
  const forward = normalize(subtract(target, eye));
  const level = normalize(cross(forward, [0, 0, 1]));
  const above90 = cross(level, forward);
  const roll = toRadians(between(random, -5, 5));
  const turn = (a: Vector, b: Vector) => add(scale(a, Math.cos(roll)), scale(b, Math.sin(roll)));
  const right = turn(level, above90);
  const up = turn(above90, scale(level, -1));
  return { eye, forward, right: scale(right, half.width), up: scale(up, half.height) };
}

/** Returns a camera as text for POV-Ray, which takes any four vectors as they are. */
export function composeCamera({ eye, forward, right, up }: Camera): string {
  const toUnits = ([x, y, z]: Vector) => `<${x.toFixed(7)}, ${y.toFixed(7)}, ${z.toFixed(7)}>`;
  return `camera { location ${toText(eye)} direction ${toUnits(forward)} right ${toUnits(scale(right, 2))} up ${toUnits(scale(up, 2))} }`;
}

// The objects of the scenes of bench/objects --povray: 40 to 130 mm large, standing on z = 0.
import { between, type Random } from "../packages/documents/src/testing/random.ts";
import type { Vector } from "./documents-vectors.ts";
import type { Print } from "./objects-povray-looks.ts";
import { type Part, type Solid, scaleSolid } from "./objects-povray-solids.ts";

export type Model = { solid: Solid; print: Print };

/** Models by name; each returns one whose sizes depend on the random numbers. */
export const models = {
  box: (random) =>
    createBox([between(random, 75, 110), between(random, 42, 60), between(random, 45, 85)], 0),
  tin: (random) => createTin(between(random, 31, 40), between(random, 70, 105)),
  mug: (random) => createMug(between(random, 0.92, 1.05)),
  figurine: (random) => createDuck(between(random, 0.9, 1.1)),
  shoe: (random) => createShoe(between(random, 0.88, 1)),
  bowl: (random) => createBowl(between(random, 0.9, 1.04)),
  gadget: (random) =>
    createBox([between(random, 95, 115), between(random, 55, 65), between(random, 40, 48)], 9),
  bar: () => createBox([190, 60, 50], 0),
  plate: () => createPlate(),
  "small-box": () => createBox([52, 36, 42], 0),
  "small-tin": () => createTin(21, 48),
  glass: (random) => createGlass(between(random, 0.95, 1.05)),
} satisfies Record<string, (random: Random) => Model>;
export type ModelName = keyof typeof models;

const round = (from: number, to: number, radii: readonly [number, number]): Part => ({
  kind: "cone",
  from: [0, 0, from],
  to: [0, 0, to],
  radii,
});

const ellipsoid = (center: Vector, radii: Vector): Part => ({ kind: "ellipsoid", center, radii });

const capsule = (from: Vector, to: Vector, radius: number): Part => ({
  kind: "capsule",
  from,
  to,
  radius,
});

function createBox([length, width, height]: Vector, radius: number): Model {
  const min: Vector = [-length / 2, -width / 2, 0];
  const max: Vector = [length / 2, width / 2, height];
  return { solid: { parts: [{ kind: "box", min, max, radius }] }, print: { on: "box", min, max } };
}

/** A tin with a seam at each end, which is a little wider than the rest. */
function createTin(radius: number, height: number): Model {
  const seam = (z: number): Part => ({
    kind: "torus",
    center: [0, 0, z],
    axis: "z",
    major: radius - 0.6,
    minor: 1.4,
  });
  const body = round(0, height - 1.4, [radius, radius]);
  return {
    solid: { parts: [body, seam(1.4), seam(height - 1.4)] },
    print: { on: "round", height },
  };
}

function createMug(by: number): Model {
  const handle: Part = {
    kind: "torus",
    center: [40, 0, 48],
    axis: "y",
    major: 24,
    minor: 5.5,
  };
  const solid = {
    parts: [round(0, 95, [37, 41]), handle],
    hollows: [round(6, 96, [33.5, 37.5])],
  };
  return { solid: scaleSolid(solid, by), print: { on: "round", height: 95 * by } };
}

/** A duck whose body ends flat at the mat. */
function createDuck(by: number): Model {
  const parts = [
    ellipsoid([0, 0, 26], [44, 31, 32]),
    ellipsoid([-6, 27, 34], [25, 8, 15]),
    ellipsoid([-6, -27, 34], [25, 8, 15]),
    ellipsoid([-40, 0, 42], [18, 13, 9]),
    capsule([24, 0, 42], [29, 0, 66], 14),
    ellipsoid([31, 0, 78], [21, 19, 19]),
    ellipsoid([53, 0, 73], [14, 10, 4.5]),
  ];
  return { solid: scaleSolid({ parts }, by), print: { on: "all" } };
}

/** A shoe with an opening behind its tongue, a tab at its heel and a sole. */
function createShoe(by: number): Model {
  const parts: Part[] = [
    { kind: "box", min: [-52, -19, 0], max: [44, 19, 11], radius: 4 },
    { kind: "cone", from: [36, 0, 0], to: [36, 0, 11], radii: [25, 26] },
    { kind: "cone", from: [-42, 0, 0], to: [-42, 0, 11], radii: [21, 22] },
    ellipsoid([26, 0, 8], [37, 25, 28]),
    ellipsoid([-2, 0, 10], [42, 21, 42]),
    ellipsoid([-36, 0, 14], [28, 21, 44]),
    capsule([12, 0, 38], [-5, 0, 52], 7),
    capsule([-58, -5, 34], [-59, -5, 51], 4),
    capsule([-58, 5, 34], [-59, 5, 51], 4),
  ];
  const hollows = [ellipsoid([-34, 0, 70], [22, 15, 46]), ellipsoid([-18, 0, 33], [26, 13, 14])];
  return { solid: scaleSolid({ parts, hollows }, by), print: { on: "all" } };
}

function createBowl(by: number): Model {
  const solid = {
    parts: [ellipsoid([0, 0, 56], [62, 62, 54]), round(0, 12, [29, 31])],
    hollows: [ellipsoid([0, 0, 57], [56.5, 56.5, 48])],
    top: 54,
  };
  return { solid: scaleSolid(solid, by), print: { on: "all" } };
}

function createPlate(): Model {
  const solid = { parts: [round(0, 22, [60, 95])], hollows: [round(14, 22.1, [66, 92])] };
  return { solid, print: { on: "all" } };
}

function createGlass(by: number): Model {
  const solid = { parts: [round(0, 110, [28, 36])], hollows: [round(7, 111, [26, 34])] };
  return { solid: scaleSolid(solid, by), print: { on: "round", height: 110 * by } };
}

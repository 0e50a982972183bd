// Scenes of objects on the mat for bench/objects --povray, as text for POV-Ray. The truth comes
// from the data of the solids: of this project, only the file of the mat takes part in a picture.
import { between, type Random } from "../packages/documents/src/testing/random.ts";
import { createRandom } from "../packages/objects/src/testing/random.ts";
import { toRadians } from "./documents-vectors.ts";
import { composeCamera, walkRound } from "./objects-povray-cameras.ts";
import {
  composeDesk,
  composeLight,
  composeLook,
  type Desk,
  type Look,
} from "./objects-povray-looks.ts";
import { composeMat, type Lay } from "./objects-povray-mats.ts";
import { type ModelName, models } from "./objects-povray-models.ts";
import { composeSolid, type Placed } from "./objects-povray-solids.ts";

/** `source` is the text for POV-Ray. The seed decides what the camera does with the light. */
export type ScenePicture = { source: string; width: number; height: number; seed: number };

/**
 * The pictures of a scene in their order. POV-Ray finds `prints`, which are SVGs, as PNGs of these
 * names, and the mat as `mat.png`.
 */
export type ObjectScene = {
  name: string;
  /** The solids as they stand in the first picture. */
  placed: readonly Placed[];
  pictures: readonly ScenePicture[];
  prints: Readonly<Record<string, string>>;
};

/** A solid at a fixed place, or at a random one. */
type Thing = { model: ModelName; look: Look; at?: { x: number; y: number; yaw: number } };

type Plan = {
  things: readonly Thing[];
  desk: Desk;
  count?: number;
  /** The heights of the rings of pictures, in degrees. */
  rings?: readonly (readonly [from: number, to: number])[];
  wide?: number;
  lay?: Lay;
  /** How far the first thing moves after half of the pictures. */
  move?: { millimeters: number; degrees: number };
  /** The scene whose random numbers it shares. */
  like?: string;
};

const plan = (model: ModelName, look: Look, desk: Desk, more: Partial<Plan> = {}): Plan => ({
  things: [{ model, look }],
  desk,
  ...more,
});

/** The two share their first halves. */
const moved = { count: 30, like: "moved" };
const few = { count: 12, like: "few" };

/** Scenes whose sizes the command should find. */
export const plainScenes = {
  "box-printed-wood": plan("box", "printed", "wood"),
  "box-plain-gray": plan("box", "plain", "gray"),
  "tin-printed-cloth": plan("tin", "printed", "cloth"),
  "tin-shiny-white": plan("tin", "shiny", "white"),
  "mug-plain-cloth": plan("mug", "plain", "cloth"),
  "mug-printed-wood": plan("mug", "printed", "wood"),
  "figurine-shiny-gray": plan("figurine", "shiny", "gray"),
  "figurine-printed-white": plan("figurine", "printed", "white"),
  "shoe-black-wood": plan("shoe", "black", "wood"),
  "shoe-printed-gray": plan("shoe", "printed", "gray"),
  "bowl-plain-wood": plan("bowl", "plain", "wood"),
  "bowl-black-white": plan("bowl", "black", "white"),
  "gadget-black-gray": plan("gadget", "black", "gray"),
} satisfies Record<string, Plan>;

/** Scenes in which something is wrong. */
export const problemScenes = {
  "moved-10mm": plan("box", "printed", "wood", {
    ...moved,
    move: { millimeters: 10, degrees: 4 },
  }),
  "moved-3mm": plan("box", "printed", "wood", {
    ...moved,
    move: { millimeters: 3, degrees: 2 },
  }),
  "moved-black": plan("gadget", "black", "wood", {
    count: 30,
    move: { millimeters: 10, degrees: 4 },
  }),
  "two-objects": {
    things: [
      { model: "small-box", look: "printed", at: { x: -4, y: 48, yaw: 80 } },
      { model: "small-tin", look: "printed", at: { x: 5, y: -59, yaw: 30 } },
    ],
    desk: "wood",
  },
  "beyond-mat": {
    things: [{ model: "bar", look: "printed", at: { x: 8, y: -6, yaw: 4 } }],
    desk: "wood",
  },
  "beyond-mat-plate": {
    things: [{ model: "plate", look: "plain", at: { x: 4, y: 3, yaw: 0 } }],
    desk: "gray",
  },
  "curled-mat": plan("figurine", "shiny", "gray", { lay: "curled" }),
  "low-only": plan("box", "printed", "wood", { count: 26, rings: [[15, 20]] }),
  "few-12mp": plan("box", "printed", "wood", { ...few, wide: 4032 }),
  "few-1mp": plan("box", "printed", "wood", few),
  glass: plan("glass", "glass", "wood"),
} satisfies Record<string, Plan>;

export const sceneNames = [...Object.keys(plainScenes), ...Object.keys(problemScenes)];

/** Composes a scene, always the same for the same seed. */
export function composeScene(name: string, seed: number): ObjectScene {
  const plans: Record<string, Plan> = { ...plainScenes, ...problemScenes };
  const { things, desk, rings, count, wide = 1280, lay = "flat", move, like = name } = plans[name]!;
  const draw = (subject: string) => createRandom(hash(`${like} ${seed} ${subject}`));
  const random = draw("things");
  const built = things.map((thing, index) => buildThing(thing, index, random));
  const [ground, light] = [composeDesk(desk, draw("desk")), composeLight(draw("light"))];
  const size = { width: wide, height: (wide * 3) / 4 };
  const cameras = walkRound({ count, rings, size, random: draw("cameras") });
  const moves = move ? movePlaced(built[0]!.placed, move, draw("move")) : undefined;
  const pictures = cameras.map((camera, index) => {
    const isMoved = moves !== undefined && index >= cameras.length / 2;
    const source = [
      "#version 3.7; global_settings { assumed_gamma 1.0 max_trace_level 8 }",
      composeCamera(camera),
      light.source,
      ground.source,
      composeMat(lay),
      ...built.map(({ placed, source }, at) =>
        composeSolid(isMoved && at === 0 ? moves : placed, source),
      ),
    ].join("\n");
    return { source, ...size, seed: hash(`${like} ${seed} ${index}`) };
  });
  const prints = Object.assign(
    { ...ground.pictures, ...light.pictures },
    ...built.map((thing) => thing.pictures),
  );
  return { name, placed: built.map(({ placed }) => placed), pictures, prints };
}

function buildThing({ model, look, at }: Thing, index: number, random: Random) {
  const { solid, print } = models[model](random);
  const off = between(random, 0, 2 * Math.PI);
  const far = 15 * Math.sqrt(random());
  const free = { x: far * Math.cos(off), y: far * Math.sin(off), yaw: between(random, 0, 360) };
  const { x, y, yaw } = at ?? free;
  const { source, pictures } = composeLook(look, print, random);
  // Two printed things have pictures of the same names.
  const named = Object.entries(pictures).map(([name, svg]) => [`${name}${index}`, svg] as const);
  const renamed = source.replaceAll(/"(\w+)\.png"/g, `"$1${index}.png"`);
  return {
    placed: { solid, yaw: toRadians(yaw), x, y } satisfies Placed,
    source: renamed,
    pictures: Object.fromEntries(named),
  };
}

/** Moves a placed solid in a random direction, and turns it about its own middle. */
function movePlaced(
  { solid, yaw, x, y }: Placed,
  { millimeters, degrees }: { millimeters: number; degrees: number },
  random: Random,
): Placed {
  const way = between(random, 0, 2 * Math.PI);
  return {
    solid,
    yaw: yaw + toRadians(degrees),
    x: x + millimeters * Math.cos(way),
    y: y + millimeters * Math.sin(way),
  };
}

/** Returns a whole number for a text (FNV-1a). */
function hash(text: string): number {
  let mixed = 0x811c9dc5;
  for (const character of text) mixed = Math.imul(mixed ^ character.charCodeAt(0), 0x01000193);
  return mixed >>> 0;
}

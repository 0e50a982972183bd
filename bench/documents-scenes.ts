// Scenes of papers on desks for bench/documents, as text for POV-Ray. The truth comes from the
// camera of the scene: no code of this project takes part in a picture.
import type { Point } from "../packages/documents/src/quad.ts";
import { between, createRandom, type Random } from "../packages/documents/src/testing/random.ts";
import { composeCloth, composeDesk, strewThings } from "./documents-desks.ts";
import { composePaper, type Paper, type PaperKind } from "./documents-papers.ts";
import {
  cross,
  dot,
  normalize,
  scale,
  subtract,
  toRadians,
  toText,
  type Vector,
} from "./documents-vectors.ts";

export const deskKinds = [
  "wood",
  "white desk",
  "cloth",
  "finger",
  "objects",
  "corners outside",
  "receipt",
  "card",
  "A5",
  "book",
] as const;
export type DeskKind = (typeof deskKinds)[number];

/** A camera that looks from `eye` along `forward`. The two others span the half picture. */
type Camera = { eye: Vector; forward: Vector; right: Vector; up: Vector };

/** `source` is the text for POV-Ray, which finds the picture of the paper as `paper.png`. */
export type DeskScene = {
  paper: Paper;
  source: string;
  picture: { width: number; height: number };
  /** The outline of the paper in the picture, clockwise in pixels; some of it may be outside. */
  outline: Point[];
  /** The SVG of a printed cloth, which POV-Ray finds as `cloth.png`. */
  cloth: string | undefined;
  random: Random;
};

/** How the paper lies: its height above the desk in millimeters, by its own two coordinates. */
type Relief = (x: number, y: number) => number;

/** Composes a scene, always the same for the same seed. `long` is the picture's long side. */
export function composeScene(kind: DeskKind, seed: number, long: number): DeskScene {
  const random = createRandom(seed * 32 + deskKinds.indexOf(kind));
  const paper = composePaper(paperOf(kind, random), random);
  const relief = composeRelief(kind, paper, random);
  const isUpright = random() < 0.75;
  const short = Math.round((long * 3) / 4);
  const picture = isUpright ? { width: short, height: long } : { width: long, height: short };
  const { camera, outline } = placeCamera(kind, paper, relief, picture, random);
  const cloth = needsCloth(kind, random) ? composeCloth(random) : undefined;
  const things =
    kind === "finger" || kind === "objects" ? strewThings(kind, paper.size, random) : [];
  const source = [
    "#version 3.7; global_settings { assumed_gamma 1.0 }",
    composeCamera(camera),
    composeLights(random),
    composeDesk(cloth ? "cloth" : deskOf(kind), random),
    composeSheet(paper, relief),
    ...things,
  ].join("\n");
  return { paper, source, picture, outline, cloth, random };
}

function paperOf(kind: DeskKind, random: Random): PaperKind {
  if (kind === "receipt" || kind === "card") return kind;
  if (kind === "A5") return "note";
  if (kind === "book") return "spread";
  return random() < 0.35 ? "invoice" : "letter";
}

function deskOf(kind: DeskKind): "wood" | "white" | "any" {
  if (kind === "wood") return "wood";
  return kind === "white desk" ? "white" : "any";
}

function needsCloth(kind: DeskKind, random: Random): boolean {
  if (kind === "cloth") return true;
  return kind !== "white desk" && kind !== "wood" && random() < 0.3;
}

function composeRelief(kind: DeskKind, { size }: Paper, random: Random): Relief {
  if (kind === "book") {
    const rise = between(random, 6, 14);
    return (x) => {
      const share = Math.abs(x - size.width / 2) / (size.width / 2);
      return 1 + rise * Math.exp(-((share - 0.3) ** 2) / 0.05) * (1 - 0.4 * share);
    };
  }
  if (kind === "card") return () => 0.8;
  const [wave, phase] = [between(random, 0.1, 0.6), between(random, 0, 6)];
  const roll = kind === "receipt" ? between(random, 0, 6) : 0;
  return (x, y) =>
    0.3 +
    wave * (1 + Math.sin(x / 45 + phase) * Math.cos(y / 60)) +
    roll * ((2 * y) / size.height - 1) ** 4;
}

/** Returns a point of the paper, whose middle lies on the desk at the origin. */
function toWorld({ size }: Paper, relief: Relief, x: number, y: number): Vector {
  return [x - size.width / 2, relief(x, y), size.height / 2 - y];
}

/** Looks for a camera that sees the paper as its kind wants. */
function placeCamera(
  kind: DeskKind,
  paper: Paper,
  relief: Relief,
  picture: { width: number; height: number },
  random: Random,
): { camera: Camera; outline: Point[] } {
  for (;;) {
    const camera = aimCamera(paper, picture, random);
    const outline = traceOutline(paper, relief).map((point) => project(camera, point, picture));
    if (fits(kind, outline, picture)) return { camera, outline };
  }
}

function aimCamera(
  { size }: Paper,
  picture: { width: number; height: number },
  random: Random,
): Camera {
  const halfWidth = between(random, 0.28, 0.42);
  const halfHeight = (halfWidth * picture.height) / picture.width;
  const away = Math.hypot(size.width, size.height) * between(random, 0.75, 2.2);
  const [fromAbove, around] = [between(random, 0, 38), between(random, -25, 25)].map(toRadians);
  const isAlong = size.height > size.width === picture.height > picture.width;
  const turn = around! + (isAlong || random() < 0.1 ? 0 : Math.PI / 2);
  const side = between(random, -Math.PI, Math.PI);
  const lean: Vector = [Math.sin(fromAbove!) * Math.sin(side), Math.cos(fromAbove!), 0];
  const eye: Vector = [
    lean[0] * away,
    lean[1] * away,
    -Math.sin(fromAbove!) * Math.cos(side) * away,
  ];
  const target: Vector = [
    between(random, -0.12, 0.12) * size.width,
    0,
    between(random, -0.12, 0.12) * size.height,
  ];
  const forward = normalize(subtract(target, eye));
  const top: Vector = [Math.sin(turn), 0, Math.cos(turn)];
  const right = normalize(cross(top, forward));
  const up = cross(forward, right);
  return { eye, forward, right: scale(right, halfWidth), up: scale(up, halfHeight) };
}

function fits(
  kind: DeskKind,
  outline: readonly Point[],
  { width, height }: { width: number; height: number },
): boolean {
  const isInside = ({ x, y }: Point) => x > 4 && y > 4 && x < width - 4 && y < height - 4;
  const area = Math.abs(measureArea(outline)) / (width * height);
  if (kind !== "corners outside") return outline.every(isInside) && area > 0.14;
  const corners = [0, 1, 2, 3].map((index) => outline[(index * outline.length) / 4]!);
  const out = corners.map((corner) => !isInside(corner));
  const isNeighbors = out.some((is, index) => is && out[(index + 1) % 4]);
  const isNear = outline.every(
    ({ x, y }) => x > -0.12 * width && y > -0.12 * height && x < 1.12 * width && y < 1.12 * height,
  );
  return out.filter(Boolean).length === 2 && isNeighbors && isNear && area > 0.3;
}

/** Returns the outline of a paper clockwise from its top left, with 8 points on each side. */
function traceOutline(paper: Paper, relief: Relief): Vector[] {
  const { width, height } = paper.size;
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  return corners.flatMap((from, index) => {
    const to = corners[(index + 1) % 4]!;
    return Array.from({ length: 8 }, (_, step) => {
      const share = step / 8;
      const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
      return toWorld(paper, relief, x, y);
    });
  });
}

function project(
  { eye, forward, right, up }: Camera,
  point: Vector,
  { width, height }: { width: number; height: number },
): Point {
  const ray = subtract(point, eye);
  const depth = dot(ray, forward);
  const across = dot(ray, right) / dot(right, right) / depth;
  const above = dot(ray, up) / dot(up, up) / depth;
  return { x: ((1 + across) / 2) * width, y: ((1 - above) / 2) * height };
}

function composeCamera({ eye, forward, right, up }: Camera): string {
  return `camera { location ${toText(eye)} direction ${toText(forward)} right ${toText(scale(right, 2))} up ${toText(scale(up, 2))} }`;
}

function composeLights(random: Random): string {
  const angle = between(random, 0, 2 * Math.PI);
  const place: Vector = [900 * Math.cos(angle), between(random, 700, 1600), 900 * Math.sin(angle)];
  const warmth = between(random, 0.82, 1);
  const strength = between(random, 0.45, 0.8);
  const color = scale([1, 0.5 + warmth / 2, warmth], strength);
  const spread = between(random, 80, 500);
  const fill = 1 - strength;
  return `light_source { ${toText(place)} rgb ${toText(color)}
    area_light <${spread}, 0, 0>, <0, 0, ${spread}>, 4, 4 adaptive 1 jitter circular orient }
    light_source { <${-0.4 * place[0]}, 2500, ${-0.4 * place[2]}> rgb ${fill.toFixed(3)} shadowless }`;
}

/** Describes the paper as a mesh of 40 x 40 cells with its print. */
function composeSheet(paper: Paper, relief: Relief): string {
  const steps = 40;
  const grid = Array.from({ length: (steps + 1) ** 2 }, (_, index) => {
    const [column, row] = [index % (steps + 1), Math.floor(index / (steps + 1))];
    return { u: column / steps, v: row / steps };
  });
  const { width, height } = paper.size;
  const points = grid.map(({ u, v }) => toText(toWorld(paper, relief, u * width, v * height)));
  const places = grid.map(({ u, v }) => `<${u.toFixed(4)}, ${(1 - v).toFixed(4)}>`);
  const faces = Array.from({ length: steps ** 2 }, (_, index) => {
    const first = Math.floor(index / steps) * (steps + 1) + (index % steps);
    const below = first + steps + 1;
    return `<${first}, ${first + 1}, ${below}>, <${first + 1}, ${below + 1}, ${below}>`;
  });
  const list = (items: readonly string[], count = items.length) =>
    `{ ${count}, ${items.join(", ")} }`;
  return `mesh2 { vertex_vectors ${list(points)} uv_vectors ${list(places)}
    face_indices ${list(faces, 2 * faces.length)} uv_mapping
    pigment { image_map { png "paper.png" interpolate 2 } } finish { diffuse 0.92 } }`;
}

function measureArea(polygon: readonly Point[]): number {
  return polygon.reduce((sum, { x, y }, index) => {
    const next = polygon[(index + 1) % polygon.length]!;
    return sum + (x * next.y - next.x * y) / 2;
  }, 0);
}

import { applyHomography, findHomography } from "../geometry/homography.ts";
import { clipPolygon, frameQuad, overlap, signedArea } from "../geometry/polygon.ts";
import type { Picture } from "../picture.ts";
import type { Point, Quad } from "../quad.ts";
import { drawBoard, drawClip } from "./draw-board.ts";
import { drawPaper, perMillimeter } from "./draw-paper.ts";
import { type Color, drawPlainTable, drawWood, strewClutter, type Table } from "./draw-table.ts";
import { projectPage } from "./pinhole.ts";
import { between, createRandom, type Random } from "./random.ts";

export const sceneKinds = [
  "dark",
  "wood",
  "low contrast",
  "clutter",
  "shadow",
  "cut",
  "two",
  "torn",
  "board",
] as const;
export type SceneKind = (typeof sceneKinds)[number];

/**
 * A drawn photo. `page` is the part of the right page that is in the frame, undefined if there is
 * none.
 */
export type Scene = { picture: Picture; page: Point[] | undefined };

/** Draws the photo of a seed: 800 x 600 pixels, upright or lying. */
export function drawScene(kind: SceneKind, seed: number): Scene {
  const random = createRandom(seed * 8 + sceneKinds.indexOf(kind));
  const [width, height] = random() < 0.5 ? [800, 600] : [600, 800];
  const table = drawTable(kind, width, height, random);
  const quads = placePages(kind, width, height, random);
  const tone = kind === "low contrast" ? between(random, 200, 225) : between(random, 215, 250);
  const paper: Color = [tone, tone * between(random, 0.97, 1), tone * between(random, 0.9, 1)];
  for (const sheet of quads) {
    if (kind === "board") drawBoard(table, width, sheet, random);
    const { quad, size } = sheet;
    printPage(table, width, quad, { size, paper, isTorn: kind === "torn", random });
    if (kind === "board") drawClip(table, width, sheet, random);
  }
  const picture = expose(table, width, height, kind, random);
  const pages = quads.map(({ quad }) => clipPolygon(quad, frameQuad(picture)));
  pages.sort((a, b) => signedArea(b) - signedArea(a));
  return { picture, page: pages[0] };
}

/** Draws a photo of a table without a page on it. */
export function drawEmptyScene(kind: SceneKind, seed: number): Scene {
  const random = createRandom(seed * 8 + sceneKinds.indexOf(kind));
  const [width, height] = [800, 600];
  const table = drawTable(kind, width, height, random);
  return { picture: expose(table, width, height, kind, random), page: undefined };
}

function drawTable(kind: SceneKind, width: number, height: number, random: Random): Table {
  const gray = kind === "low contrast" ? between(random, 165, 190) : between(random, 25, 110);
  const tint = () => gray * between(random, 0.92, 1.08);
  const isWood = kind === "wood" || (kind !== "dark" && kind !== "low contrast" && random() < 0.4);
  const table = isWood
    ? drawWood(width, height, random)
    : drawPlainTable(width, height, [tint(), tint(), tint()], random);
  if (kind === "clutter" || (kind === "shadow" && random() < 0.5))
    strewClutter(table, width, height, random);
  return table;
}

type PlacedPage = { quad: Quad; size: { width: number; height: number } };

function placePages(kind: SceneKind, width: number, height: number, random: Random): PlacedPage[] {
  const place = (scale: number, shift: Point): PlacedPage => {
    const paper = random();
    const size =
      paper < 0.6
        ? { width: 210, height: 297 }
        : paper < 0.8
          ? { width: 215.9, height: 279.4 }
          : { width: between(random, 90, 200), height: between(random, 200, 280) };
    const focalLength = 0.62 * Math.hypot(width, height) * between(random, 0.85, 1.3);
    const isAlong = height > width === random() < 0.85;
    const long = isAlong ? height : width;
    const tilt = {
      x: between(random, -25, 25),
      y: between(random, -25, 25),
      turn: (isAlong === height > width ? 0 : 90) + between(random, -20, 20),
    };
    const fit = Math.min(long, Math.min(width, height) * 1.35);
    const distance = (focalLength * size.height) / (fit * scale);
    const picture = { width, height };
    return { quad: projectPage({ page: size, distance, tilt, shift, picture, focalLength }), size };
  };
  const near = () => ({
    x: between(random, -0.05, 0.05) * width,
    y: between(random, -0.05, 0.05) * height,
  });
  const isWithin = ({ quad }: PlacedPage) =>
    quad.every(({ x, y }) => x > 3 && y > 3 && x < width - 3 && y < height - 3);
  const draw = (scale: () => number, shift: () => Point, fits: (page: PlacedPage) => boolean) => {
    for (;;) {
      const page = place(scale(), shift());
      if (fits(page)) return page;
    }
  };
  if (kind === "cut") {
    const share = ({ quad }: PlacedPage) =>
      signedArea(clipPolygon(quad, frameQuad({ width, height }))) / signedArea(quad);
    const shift = () => ({
      x: between(random, -0.25, 0.25) * width,
      y: between(random, -0.25, 0.25) * height,
    });
    const scale = () => between(random, 0.7, 1);
    return [draw(scale, shift, (page) => share(page) > 0.75 && share(page) < 0.97)];
  }
  if (kind === "two") {
    const side = random() < 0.5 ? 1 : -1;
    const isWide = width > height;
    const off = (share: number) => () =>
      isWide ? { x: share * side * width, y: 0 } : { x: 0, y: share * side * height };
    const large = draw(() => between(random, 0.55, 0.75), off(0.2), isWithin);
    const small = draw(
      () => between(random, 0.25, 0.48),
      off(-0.3),
      (page) =>
        isWithin(page) &&
        overlap(page.quad, large.quad) === 0 &&
        signedArea(page.quad) < signedArea(large.quad) * 0.75,
    );
    return [large, small];
  }
  return [draw(() => between(random, 0.55, 0.95), near, isWithin)];
}

function printPage(
  table: Table,
  width: number,
  quad: Quad,
  {
    size,
    paper,
    isTorn,
    random,
  }: { size: { width: number; height: number }; paper: Color; isTorn: boolean; random: Random },
): void {
  const print = drawPaper(size, random);
  const toPage = findHomography(quad, frameQuad(size))!;
  const height = table.length / 3 / width;
  const tear = {
    corner: Math.floor(random() * 4),
    reach: between(random, 10, 28),
    isStapled: random() < 0.4,
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const page = applyHomography(toPage, { x: x + 0.5, y: y + 0.5 });
      if (page.x < 0 || page.y < 0 || page.x >= size.width || page.y >= size.height) continue;
      let level =
        print.data[
          Math.floor(page.y * perMillimeter) * print.width + Math.floor(page.x * perMillimeter)
        ] ?? 1;
      if (isTorn) {
        const fromLeft = tear.corner === 0 || tear.corner === 3 ? page.x : size.width - page.x;
        const fromTop = tear.corner < 2 ? page.y : size.height - page.y;
        const depth = fromLeft + fromTop + 2 * Math.sin(page.x * 1.3) + Math.sin(page.y * 2.1);
        if (depth < tear.reach && !tear.isStapled) continue;
        if (depth < tear.reach) level *= 0.8;
        if (tear.isStapled && Math.abs(depth - tear.reach) < 1.5) level *= 0.5;
      }
      paper.forEach((part, channel) => {
        table[(y * width + x) * 3 + channel] = part * level;
      });
    }
  }
}

/** The photo that a camera takes of the table: uneven light, a shadow, a soft lens and noise. */
function expose(
  table: Table,
  width: number,
  height: number,
  kind: SceneKind,
  random: Random,
): Picture {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const isShadowed = kind === "shadow";
  const angle = between(random, 0, Math.PI * 2);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const edge = between(random, -0.12, 0.12) * width;
  const [dark, softness] = [between(random, 0.45, 0.7), between(random, 2, 25)];
  const noise = between(random, 4, 20);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x - width / 2, y - height / 2];
      const inShadow = Math.min(1, Math.max(0, (u * cos + v * sin - edge) / softness + 0.5));
      const light =
        (isShadowed ? 1 - (1 - dark) * inShadow : 1) *
        (0.92 + (0.16 * (u * sin - v * cos)) / (width + height));
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let dy = -1; dy <= 1; dy++) {
          const row = Math.min(height - 1, Math.max(0, y + dy)) * width;
          for (let dx = -1; dx <= 1; dx++) {
            const weight = (2 - Math.abs(dx)) * (2 - Math.abs(dy));
            sum += weight * table[(row + Math.min(width - 1, Math.max(0, x + dx))) * 3 + channel]!;
          }
        }
        data[(y * width + x) * 4 + channel] = (sum / 16) * light + (random() - 0.5) * noise;
      }
    }
  }
  return { width, height, data };
}

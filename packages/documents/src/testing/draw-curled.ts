import { applyHomography, findHomography } from "../geometry/homography.ts";
import { frameQuad } from "../geometry/polygon.ts";
import type { Picture } from "../picture.ts";
import type { Point, Quad } from "../quad.ts";
import { drawPaper, perMillimeter } from "./draw-paper.ts";
import { drawPlainTable, drawWood, type Table } from "./draw-table.ts";
import { between, createRandom, type Random } from "./random.ts";

/** A drawn photo of a sheet of A4 that is bent like a part of a cylinder. */
export type CurledScene = {
  picture: Picture;
  /** Where a point of the sheet is in the photo, by its parts of the width and height. */
  place(across: number, down: number): Point;
};

const picture = { width: 900, height: 1200 };
const sheet = { width: 210, height: 297 };
/** The number of flat strips in which the sheet is drawn. */
const strips = 240;

/**
 * Draws the photo of a seed: a hill, a valley, or a sheet that rolls up at one end; bent along its
 * width or its height, with a radius of 0.9 to 3.2 times that, or flat.
 */
export function drawCurled(seed: number, { isFlat = false } = {}): CurledScene {
  const random = createRandom(seed * 16 + 5);
  const isAcross = random() < 0.6;
  const [length, breadth] = isAcross ? [sheet.width, sheet.height] : [sheet.height, sheet.width];
  const section = bend(length, isFlat, random);
  const project = placeCamera(random);
  const place = (across: number, down: number) => {
    const bent = section.place(isAcross ? across : down);
    const straight = ((isAcross ? down : across) - 0.5) * breadth;
    return isAcross ? project(bent.x, straight, bent.z) : project(straight, bent.x, bent.z);
  };
  const gray = between(random, 30, 110);
  const table =
    random() < 0.4
      ? drawWood(picture.width, picture.height, random)
      : drawPlainTable(picture.width, picture.height, [gray, gray * 1.03, gray * 0.96], random);
  const print = drawPaper(sheet, random);
  const tone = between(random, 215, 250);
  for (let strip = 0; strip < strips; strip++) {
    const [from, to] = [strip / strips, (strip + 1) / strips];
    const [left, top, right, bottom] = isAcross ? [from, 0, to, 1] : [0, from, 1, to];
    const corners: Quad = [
      place(left, top),
      place(right, top),
      place(right, bottom),
      place(left, bottom),
    ];
    const level = tone * section.shade((from + to) / 2);
    fillStrip(table, corners, (x, y) => {
      const [across, down] = [left + x * (right - left), top + y * (bottom - top)];
      const column = Math.floor(across * sheet.width * perMillimeter);
      const row = Math.floor(down * sheet.height * perMillimeter);
      return level * (print.data[row * print.width + column] ?? 1);
    });
  }
  return { picture: expose(table, random), place };
}

/**
 * Bends a sheet of this length. Returns its section, whose ends are in the plane of `z` 0, in
 * millimeters by the part of the length.
 */
function bend(length: number, isFlat: boolean, random: Random) {
  const radius = between(random, 0.9, 3.2) * length;
  const sign = random() < 0.7 ? 1 : -1;
  const flatPart = random() < 0.5 ? 0 : between(random, 0.05, 0.45);
  const top = between(random, 0.35, 0.65);
  const slopeAt = (part: number) => {
    if (isFlat) return 0;
    const from = flatPart > 0 ? Math.max(0, part - flatPart) : part - top;
    return (from * length) / radius;
  };
  const points = [{ x: 0, z: 0 }];
  for (let strip = 0; strip < strips; strip++) {
    const slope = slopeAt((strip + 0.5) / strips);
    const { x, z } = points[strip]!;
    points.push({
      x: x + (Math.cos(slope) * length) / strips,
      z: z + (Math.sin(slope) * length) / strips,
    });
  }
  const end = points[strips]!;
  const chord = Math.hypot(end.x, end.z);
  const [cosine, sine] = [end.x / chord, end.z / chord];
  const level = points.map(({ x, z }) => ({
    x: x * cosine + z * sine - chord / 2,
    z: sign * (z * cosine - x * sine),
  }));
  return {
    place: (part: number) => level[Math.round(part * strips)]!,
    shade: (part: number) => 0.75 + 0.25 * Math.cos(slopeAt(part) - Math.atan2(sine, cosine) + 0.3),
  };
}

/**
 * Places a camera above the sheet, tilted by up to 18 degrees each way. Returns what projects
 * points to the photo.
 */
function placeCamera(random: Random) {
  const focalLength = 0.8 * picture.height * between(random, 0.9, 1.3);
  const turns = [18, 18, 12].map((most) => (between(random, -most, most) * Math.PI) / 180);
  const [cx, cy, cz] = turns.map(Math.cos) as [number, number, number];
  const [sx, sy, sz] = turns.map(Math.sin) as [number, number, number];
  const distance = (focalLength * sheet.height) / (picture.height * between(random, 0.62, 0.8));
  return (u: number, v: number, height: number): Point => {
    const [x, y] = [u * cz - v * sz, u * sz + v * cz];
    const [y1, z1] = [y * cx - height * sx, y * sx + height * cx];
    const [x2, z2] = [x * cy + z1 * sy, z1 * cy - x * sy];
    const scale = focalLength / (distance + z2);
    return { x: picture.width / 2 + x2 * scale, y: picture.height / 2 + y1 * scale };
  };
}

/** Fills a quad with the levels of a unit square. */
function fillStrip(table: Table, corners: Quad, levelAt: (x: number, y: number) => number): void {
  const toSquare = findHomography(corners, frameQuad({ width: 1, height: 1 }));
  if (!toSquare) return;
  const span = (values: number[], size: number) => [
    Math.max(0, Math.floor(Math.min(...values))),
    Math.min(size, Math.ceil(Math.max(...values))),
  ];
  const [left, right] = span(
    corners.map(({ x }) => x),
    picture.width,
  );
  const [top, bottom] = span(
    corners.map(({ y }) => y),
    picture.height,
  );
  for (let row = top!; row < bottom!; row++) {
    for (let column = left!; column < right!; column++) {
      const { x, y } = applyHomography(toSquare, { x: column + 0.5, y: row + 0.5 });
      if (x < 0 || y < 0 || x >= 1 || y >= 1) continue;
      const level = levelAt(x, y);
      table.set([level, level * 0.97, level * 0.94], (row * picture.width + column) * 3);
    }
  }
}

/** The photo of a soft lens, with noise. */
function expose(table: Table, random: Random): Picture {
  const { width, height } = picture;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const noise = between(random, 4, 16);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let dy = -1; dy <= 1; dy++) {
          const row = Math.min(height - 1, Math.max(0, y + dy)) * width;
          for (let dx = -1; dx <= 1; dx++) {
            const weight = (2 - Math.abs(dx)) * (2 - Math.abs(dy));
            sum += weight * table[(row + Math.min(width - 1, Math.max(0, x + dx))) * 3 + channel]!;
          }
        }
        data[at + channel] = sum / 16 + (random() - 0.5) * noise;
      }
    }
  }
  return { width, height, data };
}

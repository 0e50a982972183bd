import type { Picture } from "../picture.ts";
import { between, createRandom } from "./random.ts";

/** A drawn page that is bent unevenly, as it is cut out of its photo by its corners. */
export type UnevenPage = {
  picture: Picture;
  /** Where a point of the sheet is in the picture, both in millimeters. */
  project(x: number, y: number): { x: number; y: number };
  /** The distances of the middles of its lines of text from the top, in millimeters. */
  lines: number[];
};

const sheet = { width: 210, height: 297 };
const pixelsPerMillimeter = 3;
/** The height of the pinhole above the middle of the sheet, in millimeters. */
const eyeHeight = 420;
/** The range of the text on the sheet. */
const text = { left: 20, right: 190, top: 24, bottom: 273, step: 6 };

/**
 * Draws a page with lines of words before a pinhole. Its relief is a wave both ways, `rise` (in
 * millimeters) high, so that its edges do not tell where its lines are; 0 is a flat page.
 */
export function drawUneven(seed: number, rise: number): UnevenPage {
  const random = createRandom(seed);
  const [phase, otherPhase] = [between(random, 0, 6), between(random, 0, 6)];
  const heightAt = (x: number, y: number) =>
    (rise / 2) * (1 + Math.sin((5 * x) / sheet.width + phase) * Math.cos(y / 75 + otherPhase));
  const middle = { x: sheet.width / 2, y: sheet.height / 2 };
  const project = (x: number, y: number) => {
    const scale = eyeHeight / (eyeHeight - heightAt(x, y));
    return { x: middle.x + (x - middle.x) * scale, y: middle.y + (y - middle.y) * scale };
  };
  const count = Math.floor((text.bottom - text.top) / text.step);
  const lines = Array.from({ length: count }, (_, index) => text.top + index * text.step);
  const words = lines.map(() => Array.from({ length: 200 }, () => random() < 0.75));
  const isInk = (x: number, y: number) => {
    const line = Math.round((y - text.top) / text.step);
    if (x < text.left || x > text.right || !(Math.abs(y - (lines[line] ?? -9)) < 1)) return false;
    return words[line]![Math.floor(x)]!;
  };
  const width = sheet.width * pixelsPerMillimeter;
  const height = sheet.height * pixelsPerMillimeter;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at += 4) {
      const [x, y] = [(column + 0.5) / pixelsPerMillimeter, (row + 0.5) / pixelsPerMillimeter];
      // The way back of `project`: a few rounds come closer than a hundredth of a pixel.
      let [sheetX, sheetY] = [x, y];
      for (let round = 0; round < 6; round++) {
        const scale = (eyeHeight - heightAt(sheetX, sheetY)) / eyeHeight;
        sheetX = middle.x + (x - middle.x) * scale;
        sheetY = middle.y + (y - middle.y) * scale;
      }
      const level = (isInk(sheetX, sheetY) ? 60 : 225) + (random() - 0.5) * 12;
      data.fill(level, at, at + 3);
    }
  }
  return { picture: { width, height, data }, project, lines };
}

/**
 * Returns how far the ink of a line is off the middle of the line, at most, as a part of the height
 * of the page. It is looked for near the places in the picture of the line's points.
 */
export function measureBends({ picture, lines, project }: UnevenPage, page: Picture): number {
  const { width, height } = picture;
  const places = Array.from({ length: 8 }, (_, index) => text.left + 10 + index * 21);
  const offs = lines.flatMap((line) => {
    const isDrawn = page === picture;
    const rows = places.map((x) => project(x, line).y * pixelsPerMillimeter);
    const mean = rows.reduce((total, row) => total + row, 0) / rows.length;
    const found = places.map((x, index) => {
      const around = isDrawn ? rows[index]! : mean;
      return findInk(page, project(x, line).x * pixelsPerMillimeter, around, width, height);
    });
    const middle = found.reduce((total, row) => total + row, 0) / found.length;
    return found.map((row) => Math.abs(row - middle) / height);
  });
  return Math.max(...offs);
}

/** Returns the center of the ink within half a line of a row, over 8 mm. */
function findInk({ data }: Picture, x: number, row: number, width: number, height: number) {
  const reach = (text.step / 2) * pixelsPerMillimeter;
  let [ink, moment] = [0, 0];
  for (let y = Math.max(0, Math.round(row - reach)); y < Math.min(height, row + reach); y++) {
    for (let column = Math.round(x - 12); column < x + 12; column++) {
      const dark = Math.max(0, 190 - data[(y * width + column) * 4]!);
      ink += dark;
      moment += dark * y;
    }
  }
  return ink > 0 ? moment / ink : row;
}

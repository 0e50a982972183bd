import type { Point } from "../geometry/point.ts";
import type { UnitSystem } from "../lengths/unit-system.ts";
import { footerHeight, margin, noteSize, type Shape, type Sheet } from "./drawing.ts";
import { boundsOf } from "./free-space.ts";
import { pointsOf } from "./shape-points.ts";
import { breakLines } from "./text-width.ts";

/** The width and height of A4 and Letter in portrait format, in millimeters. */
const papers = { metric: [210, 297], imperial: [215.9, 279.4] } as const;
/** The denominators of the usual scales: 1:48 is a quarter of an inch to the foot. */
const ratios = {
  metric: [20, 25, 50, 75, 100, 150, 200, 250, 500, 1000, 2000, 5000, 10_000],
  imperial: [24, 32, 48, 64, 96, 128, 192, 384, 768, 1200, 2400, 4800, 12_000],
};

/** A plan that is drawn for a scale, and notes below it. */
export type SheetContent = {
  /** The outlines of the rooms. */
  outlines: readonly Point[];
  units: UnitSystem;
  notes: readonly string[];
  /** Draws the plan. Texts have the same size on paper, so that they depend on the scale. */
  draw: (ratio: number) => Shape[];
};

/**
 * Returns the sheet, in portrait or landscape, on which a plan with its dimensions is drawn
 * largest, and the shapes on it.
 */
export function chooseSheet({ outlines, units, notes, draw }: SheetContent): {
  sheet: Sheet;
  notes: string[];
  shapes: Shape[];
} {
  const rooms = sizeOf(outlines);
  const [short, long] = papers[units];
  const [width, height] = rooms.height > rooms.width ? [short, long] : [long, short];
  const lines = notes.flatMap((note) => breakLines(note, (width - 2 * margin) / noteSize));
  const footer = footerHeight(lines);
  const available = { width: width - 2 * margin, height: height - 2 * margin - footer };
  const fits = (size: { width: number; height: number }, ratio: number) =>
    size.width * 1000 <= available.width * ratio && size.height * 1000 <= available.height * ratio;
  const usual = ratios[units];
  for (const ratio of usual) {
    if (!fits(rooms, ratio) && ratio !== usual.at(-1)) continue;
    const shapes = draw(ratio);
    const drawn = sizeOf([...outlines, ...shapes.flatMap(pointsOf)]);
    if (fits(drawn, ratio) || ratio === usual.at(-1)) {
      const sheet = { width, height, ratio, middle: drawn.middle, footer };
      return { sheet, notes: lines, shapes };
    }
  }
  throw new Error("no scale");
}

function sizeOf(points: readonly Point[]) {
  const { left, right, bottom, top } = boundsOf(points);
  const middle = { x: (left + right) / 2, y: (bottom + top) / 2 };
  return { width: right - left, height: top - bottom, middle };
}

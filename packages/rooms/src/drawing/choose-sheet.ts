import type { Point } from "../geometry/point.ts";
import type { UnitSystem } from "../lengths/unit-system.ts";
import { footer, margin, type Sheet } from "./drawing.ts";

/** The width and height of A4 and Letter in portrait format, in millimeters. */
const papers = { metric: [210, 297], imperial: [215.9, 279.4] } as const;
/** The denominators of the usual scales: 1:48 is a quarter of an inch to the foot. */
const ratios = {
  metric: [20, 25, 50, 75, 100, 150, 200, 250, 500, 1000, 2000, 5000, 10_000],
  imperial: [24, 32, 48, 64, 96, 128, 192, 384, 768, 1200, 2400, 4800, 12_000],
};
/** The space for dimensions beside the walls, in millimeters. */
const dimensionSpace = 14;

/** Returns the sheet, in portrait or landscape, on which the points can be drawn largest. */
export function chooseSheet(points: readonly Point[], units: UnitSystem): Sheet {
  const { min, max } = findBounds(points);
  const middle = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
  const [short, long] = papers[units];
  const upright = max.y - min.y > max.x - min.x;
  const [width, height] = upright ? [short, long] : [long, short];
  const available = {
    x: width - 2 * (margin + dimensionSpace),
    y: height - 2 * (margin + dimensionSpace) - footer,
  };
  const minRatio = Math.max((max.x - min.x) / available.x, (max.y - min.y) / available.y) * 1000;
  const ratio = ratios[units].find((usual) => usual >= minRatio) ?? ratios[units].at(-1)!;
  return { width, height, ratio, middle };
}

function findBounds(points: readonly Point[]) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    min: { x: Math.min(...xs), y: Math.min(...ys) },
    max: { x: Math.max(...xs), y: Math.max(...ys) },
  };
}

import type { Point } from "../geometry/point.ts";

/** The layers of a drawing, in the order in which they are drawn. */
export const layers = ["walls", "doors", "windows", "openings", "dimensions", "texts"] as const;
export type Layer = (typeof layers)[number];

/**
 * A shape of a drawing, in meters with y up the sheet. Angles are radians counterclockwise from x.
 */
export type Shape = { layer: Layer } & (
  | { kind: "area"; corners: Point[] }
  | { kind: "line"; from: Point; to: Point; dashed?: boolean }
  /** Counterclockwise from one angle to the other. */
  | { kind: "arc"; center: Point; radius: number; start: number; end: number }
  /** One line of text whose middle is at `middle`. */
  | { kind: "text"; middle: Point; height: number; angle: number; text: string }
);

/** A plan as lines and texts, before it becomes a file. */
export type Drawing = {
  title: string;
  /** The text below the plan: areas and scale. */
  summary: string;
  sheet: Sheet;
  shapes: Shape[];
};

/** The sheet of paper for a drawing, in millimeters. */
export type Sheet = {
  width: number;
  height: number;
  /** The denominator of the scale, such as 50 for 1:50. */
  ratio: number;
  /** The point of the plan that lies at the middle of the sheet. */
  middle: Point;
};

/**
 * Returns the position of a point of the plan on the sheet: millimeters from the left and from the
 * bottom.
 */
export function toSheet({ width, height, ratio, middle }: Sheet, { x, y }: Point): Point {
  const millimetersPerMeter = 1000 / ratio;
  return {
    x: width / 2 + (x - middle.x) * millimetersPerMeter,
    y: (height + footer) / 2 + (y - middle.y) * millimetersPerMeter,
  };
}

/** The height of the title and summary at the bottom of a sheet, in millimeters. */
export const footer = 14;
/** The free space at the edges of a sheet, in millimeters. */
export const margin = 12;

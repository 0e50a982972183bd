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
  /** A line below the plan. */
  summary: string;
  sheet: Sheet;
  shapes: Shape[];
};

/** The sheet of paper for a drawing, in millimeters. */
export type Sheet = {
  width: number;
  height: number;
  /** The plan is drawn 1 to this. */
  ratio: number;
  /** The point of the plan that lies at the middle of the sheet. */
  middle: Point;
};

/**
 * Returns where a point of the plan lies on the sheet: millimeters from the left and from the
 * bottom.
 */
export function toSheet({ width, height, ratio, middle }: Sheet, { x, y }: Point): Point {
  const millimeters = 1000 / ratio;
  return {
    x: width / 2 + (x - middle.x) * millimeters,
    y: (height + footer) / 2 + (y - middle.y) * millimeters,
  };
}

/** The height of the lines at the bottom of a sheet, and the free space at its edges. */
export const footer = 14;
export const margin = 12;

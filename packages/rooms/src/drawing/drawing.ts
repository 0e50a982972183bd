import type { Point } from "../geometry/point.ts";
import type { Segment } from "../geometry/polygon.ts";
import { measureText } from "./text-width.ts";

/** The layers of a drawing, in the order in which they are drawn. */
export const layers = [
  "furniture",
  "walls",
  "doors",
  "windows",
  "openings",
  "dimensions",
  "texts",
] as const;
export type Layer = (typeof layers)[number];

/**
 * A shape of a drawing, in meters with y up the sheet. Angles are radians counterclockwise from x.
 */
export type Shape = { layer: Layer } & (
  | { kind: "area"; corners: Point[] }
  | { kind: "line"; from: Point; to: Point; dashed?: boolean }
  /** Counterclockwise from one angle to the other. */
  | { kind: "arc"; center: Point; radius: number; start: number; end: number }
  | ({ kind: "text" } & Label)
  | {
      kind: "dimension";
      /** The measured points. */
      ends: readonly [Point, Point];
      /** The dimension line between the extension lines. */
      line: Segment;
      /** All lines of the dimension as they are drawn. */
      lines: Segment[];
      text: Label;
    }
);

/** One line of text whose middle is at `middle`. */
export type Label = { middle: Point; height: number; angle: number; text: string };

/** A plan as lines and texts, before it becomes a file. */
export type Drawing = {
  title: string;
  /** The text below the plan: areas and scale. */
  summary: string;
  /** Sentences about what is wrong or not known, in lines that fit on the sheet. */
  notes: string[];
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
  /** The height of the title, summary and notes at the bottom, in millimeters. */
  footer: number;
};

/** A line of text on a sheet: its size and the left end of its baseline, in millimeters. */
export type SheetText = { x: number; y: number; size: number; text: string };

/** Returns the texts at the bottom of a sheet, from its left and its lower edge. */
export function listSheetTexts({ title, summary, notes, sheet }: Drawing): SheetText[] {
  const x = margin;
  const fit = (text: string, size: number) =>
    Math.min(size, (sheet.width - 2 * margin) / measureText(text));
  const above = notes.map((text, index) => ({
    x,
    y: titleBase + 7 + (notes.length - 1 - index) * noteDistance,
    size: noteSize,
    text,
  }));
  return [
    ...above,
    { x, y: titleBase, size: fit(title, 5), text: title },
    { x, y: margin, size: fit(summary, 3.2), text: summary },
  ];
}

/**
 * Returns the position of a point of the plan on the sheet: millimeters from the left and from the
 * bottom.
 */
export function toSheet(sheet: Sheet, { x, y }: Point): Point {
  const { width, height, ratio, middle, footer } = sheet;
  const millimetersPerMeter = 1000 / ratio;
  return {
    x: width / 2 + (x - middle.x) * millimetersPerMeter,
    y: (height + footer) / 2 + (y - middle.y) * millimetersPerMeter,
  };
}

/** The free space at the edges of a sheet, in millimeters. */
export const margin = 12;
const titleBase = 18;
/** The size of notes and the distance of their lines, in millimeters. */
export const noteSize = 2.8;
const noteDistance = 4;

/** Returns the height of title, summary and notes, in millimeters. */
export const footerHeight = (notes: readonly string[]): number => 14 + notes.length * noteDistance;

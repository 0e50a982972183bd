import { add, left, type Point, scale } from "../geometry/point.ts";
import type { Layer, Shape } from "./drawing.ts";
import { measureText } from "./text-width.ts";

/** The size of a font whose letters have the height 1. */
export const fontSize = 1.3;
/** The distance between lines of text, as a multiple of their height. */
const lineDistance = 1.6;
/** The height of a line with the parts of its letters below it, as a multiple of their height. */
const lineHeight = 1.35;
/** The space beside a text that stays free, as a multiple of its height. */
const sideSpace = 0.25;

/** Lines of text one below the other, whose middle is at `middle`. Lengths are meters. */
export type TextBlock = {
  lines: readonly string[];
  middle: Point;
  height: number;
  /** The direction of the lines, in radians. */
  angle: number;
};

/** Returns half the width and half the height of a block of text. */
export function measureBlock({ lines, height }: Pick<TextBlock, "lines" | "height">): Point {
  const width = Math.max(...lines.map(measureText)) * fontSize * height;
  return {
    x: width / 2 + sideSpace * height,
    y: (((lines.length - 1) * lineDistance + lineHeight) * height) / 2,
  };
}

/** Returns the corners of the space that a block of text fills. */
export function outlineBlock(block: TextBlock): Point[] {
  const half = measureBlock(block);
  const ahead = { x: Math.cos(block.angle), y: Math.sin(block.angle) };
  const corner = (x: number, y: number) =>
    add(block.middle, add(scale(ahead, x * half.x), scale(left(ahead), y * half.y)));
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** Returns the texts of a block, one for each line. */
export function drawBlock(block: TextBlock, layer: Layer): Shape[] {
  const up = left({ x: Math.cos(block.angle), y: Math.sin(block.angle) });
  return block.lines.map((text, index) => {
    const above = ((block.lines.length - 1) / 2 - index) * lineDistance * block.height;
    const middle = add(block.middle, scale(up, above));
    return { kind: "text", layer, middle, height: block.height, angle: block.angle, text };
  });
}

/**
 * Half a degree, in radians. Texts along upright walls are read from the right, also where a wall
 * is not quite upright.
 */
const angleTolerance = Math.PI / 360;

/**
 * Returns the angle of a text along a direction, in radians, at which it is read from below or from
 * the right.
 */
export function readableAngle({ x, y }: Point): number {
  const angle = Math.atan2(y, x);
  if (angle > Math.PI / 2 + angleTolerance) return angle - Math.PI;
  return angle <= -Math.PI / 2 + angleTolerance ? angle + Math.PI : angle;
}

import { add, direction, type Point, scale } from "../geometry/point.ts";
import { formatDecimal, formatLength } from "../lengths/format-length.ts";
import type { UnitSystem } from "../lengths/unit-system.ts";
import type { Opening } from "../model/plan.ts";
import type { Shape } from "./drawing.ts";
import type { FreeSpace } from "./free-space.ts";
import type { PlanWords } from "./plan-words.ts";
import { drawBlock, measureBlock, outlineBlock, readableAngle } from "./text-block.ts";
import type { WallPart } from "./wall-parts.ts";

/** The distances of the text from the wall and along it that are tried, in heights of a line. */
const distances = [0.5, 2, 4, 6.5];
const shifts = [0, 1.5, -1.5, 4, -4];

/**
 * Returns the width and height of an opening as a text beside it, and the sill of a window. It
 * stands outside the wall or inside, where it covers nothing, and takes its place in `space`.
 */
export function drawOpeningSize(
  { inner, outer }: WallPart,
  opening: Opening,
  { outward, units, textHeight, words }: SizeStyle,
  space: FreeSpace,
): Shape[] {
  const lines = describeSize(opening, units, words);
  const height = textHeight * 0.8;
  const ahead = direction(inner.from, inner.to);
  const angle = readableAngle(ahead);
  const half = measureBlock({ lines, height });
  const faces = [
    { face: outer, side: outward },
    { face: inner, side: scale(outward, -1) },
  ];
  const candidates = distances.flatMap((away, row) =>
    faces.flatMap(({ face, side }, faceIndex) =>
      shifts.map((shift, shiftIndex) => {
        const middle = scale(add(face.from, face.to), 0.5);
        const offset = add(scale(side, half.y + away * height), scale(ahead, shift * height));
        const block = { lines, middle: add(middle, offset), height, angle };
        const covered = space.countCovered(outlineBlock(block));
        return { block, cost: covered * 100 + row * 4 + faceIndex * 2 + shiftIndex };
      }),
    ),
  );
  const { block } = candidates.reduce((best, each) => (each.cost < best.cost ? each : best));
  space.addArea(outlineBlock(block));
  return drawBlock(block, "dimensions");
}

type SizeStyle = { outward: Point; units: UnitSystem; textHeight: number; words: PlanWords };

function describeSize(
  { kind, width, height, sill }: Opening,
  units: UnitSystem,
  words: PlanWords,
): string[] {
  const size = [width, height].map((meters) => formatLength(meters, units, words));
  const lines =
    units === "metric"
      ? [`${formatDecimal(width, 2, words)} × ${size[1]}`]
      : [`${size[0]} ×`, size[1]!];
  return kind === "window"
    ? [...lines, `${words.sill} ${formatLength(sill, units, words)}`]
    : lines;
}

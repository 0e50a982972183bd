import type { Engine, Found } from "../engine/engine.ts";
import { mapCorners } from "../geometry/corners.ts";
import { type Point, scalePoint } from "../geometry/point.ts";
import { drawStack } from "../pdf417/draw-stack.ts";
import type { FullStart } from "../pdf417/extend-start.ts";
import { findStarts } from "../pdf417/find-starts.ts";
import { readStack } from "../pdf417/read-stack.ts";
import { symbolWidth } from "../pdf417/symbols.ts";
import type { Picture } from "../picture.ts";
import type { Plane } from "../plane.ts";

/** The number of start patterns without a code after which no other is followed. */
const maxFruitlessStarts = 6;

/**
 * Reads PDF417 from their start patterns on: zxing-cpp reads a clean drawing of the codewords that
 * passed error correction. `isWanted` selects them by the center of their start pattern, in pixels
 * of the frame.
 */
export function* readStacks(
  picture: Picture,
  engine: Engine,
  isWanted: (center: Point) => boolean,
): Generator<Found[]> {
  if (!engine.isWanted("pdf417")) return;
  const plane = picture.whole();
  let fruitlessCount = 0;
  for (const start of findStarts(plane)) {
    if (fruitlessCount === maxFruitlessStarts) break;
    if (!isWanted(scalePoint(findCenter(start), plane.scale))) continue;
    const found = readFrom(plane, start, engine);
    if (found.length === 0) fruitlessCount++;
    yield found;
  }
}

function readFrom(plane: Plane, start: FullStart, engine: Engine): Found[] {
  const stack = readStack(plane, start);
  if (!stack) return [];
  const corners = mapCorners(stack.corners, (point) => scalePoint(point, plane.scale));
  return engine
    .read(drawStack(stack.layout, stack.codewords), { formats: ["pdf417"] })
    .map((found) => ({ ...found, corners }));
}

function findCenter({ top, bottom, along, module }: FullStart): Point {
  const depth = (symbolWidth / 2) * module;
  return {
    x: (top.x + bottom.x) / 2 + along.x * depth,
    y: (top.y + bottom.y) / 2 + along.y * depth,
  };
}

import type { SettledRoom } from "../closing/settle-room.ts";
import { add, direction, distance, scale } from "../geometry/point.ts";
import type { Shape } from "./drawing.ts";
import type { FreeSpace } from "./free-space.ts";
import type { PlanWords } from "./plan-words.ts";
import { drawBlock, outlineBlock, readableAngle } from "./text-block.ts";

type Furnished = Pick<SettledRoom, "furniture">;

/** Returns the outlines of the furniture of a room. */
export function drawFurniture({ furniture }: Furnished): Shape[] {
  return furniture.flatMap(({ corners }) =>
    corners.map((from, index) => ({
      kind: "line",
      layer: "furniture",
      from,
      to: corners[(index + 1) % corners.length]!,
    })),
  );
}

/** Returns the kinds of furniture as texts, each where its piece has room for it. */
export function nameFurniture(
  { furniture }: Furnished,
  { textHeight, words }: { textHeight: number; words: PlanWords },
  space: FreeSpace,
): Shape[] {
  return furniture.flatMap(({ kind, corners }) => {
    const [a, b, c] = corners;
    const longer = distance(a!, b!) >= distance(b!, c!) ? direction(a!, b!) : direction(b!, c!);
    const middle = scale(add(a!, c!), 0.5);
    const height = textHeight * 0.7;
    const block = { lines: [nameKind(kind, words)], middle, height, angle: readableAngle(longer) };
    if (space.countCovered(outlineBlock(block)) > 0) return [];
    space.addArea(outlineBlock(block));
    return drawBlock(block, "furniture");
  });
}

const nameKind = (kind: string, { furniture }: PlanWords) =>
  (Object.hasOwn(furniture, kind) ? furniture[kind] : undefined) ?? kind;

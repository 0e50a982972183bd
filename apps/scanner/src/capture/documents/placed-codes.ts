import type { Reading } from "@scanhook/codes";
import type { Point, Quad } from "@scanhook/documents";
import { toCodeKey } from "../../readers/camera/code-key.ts";
import type { DocumentPage } from "./document.ts";

/** A code on a picture. The coordinates of its `middle` are shares of the width and the height. */
export type PlacedCode = { reading: Reading; middle: Point };

/**
 * Returns a code that was read on a picture of this size with its position, which is independent of
 * the size.
 */
export function placeCode(
  reading: Reading,
  { width, height }: { width: number; height: number },
): PlacedCode {
  const { corners } = reading;
  const sum = corners.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
  const middle = { x: sum.x / corners.length / width, y: sum.y / corners.length / height };
  return { reading, middle };
}

/**
 * Returns the codes within the outlines of pages, each once, with the first page that has it.
 */
export function listPageCodes(
  pages: readonly DocumentPage[],
  codesByPage: ReadonlyMap<string, readonly PlacedCode[]>,
): { reading: Reading; page: DocumentPage }[] {
  const listed = new Map<string, { reading: Reading; page: DocumentPage }>();
  for (const page of pages) {
    for (const { reading, middle } of codesByPage.get(page.id) ?? []) {
      const key = toCodeKey(reading);
      const point = { x: middle.x * page.width, y: middle.y * page.height };
      if (!listed.has(key) && isWithin(point, page.corners)) listed.set(key, { reading, page });
    }
  }
  return [...listed.values()];
}

/** Returns whether a point is in a convex quad whose corners are in clockwise order (y is down). */
function isWithin({ x, y }: Point, quad: Quad): boolean {
  return quad.every((from, index) => {
    const to = quad[(index + 1) % 4]!;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= 0;
  });
}

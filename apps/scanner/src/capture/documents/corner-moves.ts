import {
  applyHomography,
  findHomography,
  frameQuad,
  isConvex,
  type Point,
  type Quad,
} from "@scanhook/documents";

/**
 * A part of the outline that a person can drag: the corner with this index in the quad, or the side
 * from that corner to the next.
 */
export type Handle = { kind: "corner" | "side"; number: number };

/** Returns the position of a handle: a corner, or the middle of a side. */
export function locateHandle({ kind, number }: Handle, quad: Quad): Point {
  const from = quad[number]!;
  if (kind === "corner") return from;
  const to = quad[(number + 1) % 4]!;
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

/**
 * Moves a corner, or both ends of a side, by `delta` pixels within the picture. A corner outside of
 * it does not move further away. Returns the unchanged quad if the moved one would not be convex.
 */
export function moveHandle(
  quad: Quad,
  { kind, number }: Handle,
  delta: Point,
  picture: { width: number; height: number },
): Quad {
  const moved = kind === "corner" ? [number] : [number, (number + 1) % 4];
  const move = (from: number, by: number, limit: number) =>
    Math.min(Math.max(limit, from), Math.max(Math.min(0, from), from + by));
  const [a, b, c, d] = quad.map(({ x, y }, index) =>
    moved.includes(index)
      ? { x: move(x, delta.x, picture.width), y: move(y, delta.y, picture.height) }
      : { x, y },
  );
  const next: Quad = [a!, b!, c!, d!];
  return isConvex(next) ? next : quad;
}

/**
 * Returns how far the corners lie outside of the picture at most, on each side as a share of its
 * width.
 */
export function measureOutside(quad: Quad, picture: { width: number; height: number }): number {
  const { width, height } = picture;
  const distances = quad.flatMap(({ x, y }) => [-x, -y, x - width, y - height]);
  return Math.max(0, ...distances) / width;
}

/**
 * Divides an open book into its two pages, the first page first. `gutter` is the position of the
 * line between them on the straightened, turned spread, as a share of its width. Returns undefined
 * if the corners span no area.
 */
export function splitSpread(
  quad: Quad,
  quarterTurns: number,
  gutter: number,
): [Quad, Quad] | undefined {
  const map = findHomography(frameQuad({ width: 1, height: 1 }), quad);
  if (!map) return undefined;
  const [a, b, c, d] = quad;
  const toPicture = (x: number, y: number) => applyHomography(map, { x, y });
  // A spread that lies on its side is divided across. The order of the pages is that after turning.
  if (quarterTurns % 2 === 0) {
    const x = quarterTurns === 0 ? gutter : 1 - gutter;
    const [top, bottom] = [toPicture(x, 0), toPicture(x, 1)];
    const halves: [Quad, Quad] = [
      [a, top, bottom, d],
      [top, b, c, bottom],
    ];
    return quarterTurns === 0 ? halves : [halves[1], halves[0]];
  }
  const y = quarterTurns === 3 ? gutter : 1 - gutter;
  const [right, left] = [toPicture(1, y), toPicture(0, y)];
  const halves: [Quad, Quad] = [
    [a, b, right, left],
    [left, right, c, d],
  ];
  return quarterTurns === 3 ? halves : [halves[1], halves[0]];
}

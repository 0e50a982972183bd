import {
  applyHomography,
  findHomography,
  frameQuad,
  isConvex,
  type Point,
  type Quad,
} from "@scanhook/documents";

/**
 * A part of the outline that a person takes hold of: the corner with this number, or the side from
 * it to the next corner.
 */
export type Handle = { kind: "corner" | "side"; number: number };

/** Returns the place of a handle: a corner, or the middle of a side. */
export function placeOf({ kind, number }: Handle, quad: Quad): Point {
  const from = quad[number]!;
  if (kind === "corner") return from;
  const to = quad[(number + 1) % 4]!;
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

/**
 * Moves a corner, or both ends of a side, within the picture. Returns the quad as it was if the
 * corners would no longer go round the page.
 */
export function moveHandle(
  quad: Quad,
  { kind, number }: Handle,
  by: Point,
  picture: { width: number; height: number },
): Quad {
  const moved = kind === "corner" ? [number] : [number, (number + 1) % 4];
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(0, value));
  const [a, b, c, d] = quad.map((point, index) =>
    moved.includes(index)
      ? { x: clamp(point.x + by.x, picture.width), y: clamp(point.y + by.y, picture.height) }
      : point,
  );
  const next: Quad = [a!, b!, c!, d!];
  return isConvex(next) ? next : quad;
}

/**
 * Divides an open book into its two pages. `gutter` is where they meet on the straightened, turned
 * spread, as a share of its width. Returns undefined if the corners span no area.
 */
export function splitSpread(
  quad: Quad,
  quarterTurns: number,
  gutter: number,
): [Quad, Quad] | undefined {
  const map = findHomography(frameQuad({ width: 1, height: 1 }), quad);
  if (!map) return undefined;
  const [a, b, c, d] = quad;
  const at = (x: number, y: number) => applyHomography(map, { x, y });
  // A spread that lies on its side is divided across; the page that comes first after turning is
  // the first.
  if (quarterTurns % 2 === 0) {
    const x = quarterTurns === 0 ? gutter : 1 - gutter;
    const [top, bottom] = [at(x, 0), at(x, 1)];
    const halves: [Quad, Quad] = [
      [a, top, bottom, d],
      [top, b, c, bottom],
    ];
    return quarterTurns === 0 ? halves : [halves[1], halves[0]];
  }
  const y = quarterTurns === 3 ? gutter : 1 - gutter;
  const [right, left] = [at(1, y), at(0, y)];
  const halves: [Quad, Quad] = [
    [a, b, right, left],
    [left, right, c, d],
  ];
  return quarterTurns === 3 ? halves : [halves[1], halves[0]];
}

export type Point = { x: number; y: number };
export type Quad = [Point, Point, Point, Point];

/** Maps the unit square (0,0) (1,0) (1,1) (0,1) to a quadrilateral, and back. */
type Projection = { toPicture(point: Point): Point; toCode(point: Point): Point };

/**
 * Returns the corners of a flat label in the picture: `size` wide and high around `center`, turned
 * clockwise by `turn` degrees after its far edge was shortened by `lean` (0 = seen straight on, 0.1
 * = by a tenth).
 */
export function placeLabel(
  center: Point,
  size: { width: number; height: number },
  turn: number,
  lean: number,
): Quad {
  const angle = (turn * Math.PI) / 180;
  const toCorner = (sideX: number, sideY: number): Point => {
    const x = (sideX * size.width * (1 + (sideY * lean) / 2)) / 2;
    const y = (sideY * size.height) / 2;
    return {
      x: center.x + x * Math.cos(angle) - y * Math.sin(angle),
      y: center.y + x * Math.sin(angle) + y * Math.cos(angle),
    };
  };
  return [toCorner(-1, -1), toCorner(1, -1), toCorner(1, 1), toCorner(-1, 1)];
}

/**
 * Returns the projective map of the unit square onto `quad` (P. Heckbert, Fundamentals of Texture
 * Mapping, 2.2.3).
 */
export function project([a, b, c, d]: Quad): Projection {
  const sx = a.x - b.x + c.x - d.x;
  const sy = a.y - b.y + c.y - d.y;
  const [dx1, dy1, dx2, dy2] = [b.x - c.x, b.y - c.y, d.x - c.x, d.y - c.y];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  const [m11, m12, m13] = [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x];
  const [m21, m22, m23] = [b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y];
  // The inverse up to a factor, which does not change a projective map.
  const [i11, i12, i13] = [m22 - m23 * h, m13 * h - m12, m12 * m23 - m13 * m22];
  const [i21, i22, i23] = [m23 * g - m21, m11 - m13 * g, m13 * m21 - m11 * m23];
  const [i31, i32, i33] = [m21 * h - m22 * g, m12 * g - m11 * h, m11 * m22 - m12 * m21];
  return {
    toPicture({ x, y }) {
      const w = g * x + h * y + 1;
      return { x: (m11 * x + m12 * y + m13) / w, y: (m21 * x + m22 * y + m23) / w };
    },
    toCode({ x, y }) {
      const w = i31 * x + i32 * y + i33;
      return { x: (i11 * x + i12 * y + i13) / w, y: (i21 * x + i22 * y + i23) / w };
    },
  };
}

import { type CropArea, toCropPixel } from "../camera/crop-area.ts";
import type { ViewRays } from "../camera/view-rays.ts";
import type { Mesh } from "./mesh.ts";

/** The vertices of a mesh as a view sees them, and the depths that are drawn from them. */
type DepthBuffer = {
  /** Column, row and depth of each vertex, in pixels of the area and in millimeters. */
  vertices: Float32Array;
  /** The smallest depth at each pixel so far; infinite beside the mesh. */
  depths: Float32Array;
  width: number;
  height: number;
};

/**
 * Returns the depth of the nearest triangle at each pixel of an area, in millimeters along the
 * optical axis; infinite beside the mesh.
 */
export function rasterize(
  { positions, indices }: Mesh,
  rays: ViewRays,
  area: CropArea,
): Float32Array {
  const { width, height } = area;
  const vertices = projectVertices(positions, rays, area);
  const depths = new Float32Array(width * height).fill(Infinity);
  const buffer: DepthBuffer = { vertices, depths, width, height };
  for (let first = 0; first < indices.length; first += 3) {
    drawTriangle(buffer, 3 * indices[first]!, 3 * indices[first + 1]!, 3 * indices[first + 2]!);
  }
  return depths;
}

function projectVertices(
  positions: Float32Array,
  rays: ViewRays,
  { left, top, scale }: CropArea,
): Float32Array {
  const vertices = new Float32Array(positions.length);
  const projected = new Float64Array(3);
  for (let at = 0; at < positions.length; at += 3) {
    rays.project(positions[at]!, positions[at + 1]!, positions[at + 2]!, projected);
    vertices[at] = toCropPixel(projected[0]!, left, scale);
    vertices[at + 1] = toCropPixel(projected[1]!, top, scale);
    vertices[at + 2] = projected[2]!;
  }
  return vertices;
}

/**
 * Lowers the depth of each pixel in a triangle to that of the triangle, if it is nearer. `a`, `b`
 * and `c` are where its corners begin in `vertices`.
 */
function drawTriangle(
  { vertices, depths, width, height }: DepthBuffer,
  a: number,
  b: number,
  c: number,
): void {
  const ax = vertices[a]!;
  const ay = vertices[a + 1]!;
  const az = vertices[a + 2]!;
  const bx = vertices[b]!;
  const by = vertices[b + 1]!;
  const bz = vertices[b + 2]!;
  const cx = vertices[c]!;
  const cy = vertices[c + 1]!;
  const cz = vertices[c + 2]!;
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (area === 0) return;
  const minX = Math.max(0, Math.ceil(Math.min(ax, bx, cx)));
  const maxX = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx)));
  const minY = Math.max(0, Math.ceil(Math.min(ay, by, cy)));
  const maxY = Math.min(height - 1, Math.floor(Math.max(ay, by, cy)));
  for (let y = minY; y <= maxY; y++) {
    for (let x = minX; x <= maxX; x++) {
      // Barycentric coordinates of the pixel.
      const u = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area;
      const v = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area;
      if (u < 0 || v < 0 || u + v > 1) continue;
      const depth = u * az + v * bz + (1 - u - v) * cz;
      const pixel = y * width + x;
      if (depth < depths[pixel]!) depths[pixel] = depth;
    }
  }
}

import { type CropArea, toCropPixel } from "../camera/crop-area.ts";
import type { ViewRays } from "../camera/view-rays.ts";
import type { Mesh } from "./mesh.ts";

/**
 * Returns how deep the nearest triangle is at each pixel, in millimeters along the axis of the
 * camera; infinite beside the mesh.
 */
export function rasterize(
  { positions, indices }: Mesh,
  rays: ViewRays,
  frame: CropArea,
): Float32Array {
  const { left, top, scale, width, height } = frame;
  const count = positions.length / 3;
  const places = new Float32Array(count * 3);
  const place = new Float64Array(3);
  for (let vertex = 0; vertex < count; vertex++) {
    const at = 3 * vertex;
    rays.project(positions[at]!, positions[at + 1]!, positions[at + 2]!, place);
    places[at] = toCropPixel(place[0]!, left, scale);
    places[at + 1] = toCropPixel(place[1]!, top, scale);
    places[at + 2] = place[2]!;
  }
  const depths = new Float32Array(width * height).fill(Infinity);
  for (let first = 0; first < indices.length; first += 3) {
    drawTriangle(
      places,
      3 * indices[first]!,
      3 * indices[first + 1]!,
      3 * indices[first + 2]!,
      depths,
      frame,
    );
  }
  return depths;
}

/**
 * Lowers the depths of the pixels in a triangle to its own. Its corners are given by where their
 * places begin.
 */
function drawTriangle(
  places: Float32Array,
  a: number,
  b: number,
  c: number,
  depths: Float32Array,
  { width, height }: CropArea,
): void {
  const ax = places[a]!;
  const ay = places[a + 1]!;
  const bx = places[b]!;
  const by = places[b + 1]!;
  const cx = places[c]!;
  const cy = places[c + 1]!;
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (area === 0) return;
  const fromX = Math.max(0, Math.ceil(Math.min(ax, bx, cx)));
  const toX = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx)));
  const fromY = Math.max(0, Math.ceil(Math.min(ay, by, cy)));
  const toY = Math.min(height - 1, Math.floor(Math.max(ay, by, cy)));
  for (let y = fromY; y <= toY; y++) {
    for (let x = fromX; x <= toX; x++) {
      const u = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area;
      const v = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area;
      if (u < 0 || v < 0 || u + v > 1) continue;
      const depth = u * places[a + 2]! + v * places[b + 2]! + (1 - u - v) * places[c + 2]!;
      const at = y * width + x;
      if (depth < depths[at]!) depths[at] = depth;
    }
  }
}

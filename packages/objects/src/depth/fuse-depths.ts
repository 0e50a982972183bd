import { toCropPixel } from "../camera/crop-area.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import type { Grid } from "../geometry/grid.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { DepthMap } from "./measure-depths.ts";

/**
 * Within so many millimeters, depths are averaged; farther in front of a surface, a node is empty.
 */
const band = 3;
/**
 * Behind a surface, a node is taken to be full up to this depth, but counts less than an empty one.
 */
const behind = 12;
const share = 0.3;
/** So many views have to know a node. */
const least = 3;

/**
 * A hull is more exact than depths. It stays where the measured surface lies less than `kept`
 * millimeters behind it, and gives way to that surface from `replaced` millimeters on.
 */
const [kept, replaced] = [0.3, 0.9];

/** A vertex is measured if so many views saw the surface within so many millimeters of it. */
const minAgreeing = 2;
const near = 1.5;

/**
 * Returns the field of a hull without what lies in front of measured surfaces. A node counts by the
 * mean of all views that know it (Curless and Levoy 1996); the hull stays where too few do.
 */
export function fuseDepths(
  field: Float32Array,
  grid: Grid,
  maps: readonly DepthMap[],
): Float32Array {
  const fused = field.slice();
  const { counts, step, origin } = grid;
  const [nx, ny, nz] = counts;
  const seen = maps.map(prepare);
  for (let k = 0, at = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++, at++) {
        if (!(field[at]! > -step)) continue;
        const mean = fuseAt(seen, origin[0] + i * step, origin[1] + j * step, origin[2] + k * step);
        fused[at] = field[at]! - findCut(field[at]! - mean);
      }
    }
  }
  return fused;
}

/**
 * Returns how many millimeters are taken off a hull whose surface is `gap` millimeters in front of
 * the measured one.
 */
function findCut(gap: number): number {
  if (!(gap > kept)) return 0;
  return Math.min(gap, ((gap - kept) * replaced) / (replaced - kept));
}

/**
 * Returns the mean of how far a point is behind the surfaces that views saw; infinite where too few
 * know it.
 */
function fuseAt(maps: readonly Prepared[], x: number, y: number, z: number): number {
  let [sum, weight, known] = [0, 0, 0];
  for (const map of maps) {
    const depth = findDepth(map, x, y, z);
    if (!(depth <= behind)) continue;
    const own = depth > band ? share : 1;
    sum += own * Math.max(-band, Math.min(band, depth));
    weight += own;
    known++;
  }
  return known >= least ? sum / weight : Infinity;
}

/**
 * Tells for each vertex of a mesh whether its place was measured in pictures (1), or is that of the
 * hull (0).
 */
export function findMeasured({ positions }: Mesh, maps: readonly DepthMap[]): Uint8Array {
  const measured = new Uint8Array(positions.length / 3);
  const seen = maps.map(prepare);
  for (let vertex = 0; vertex < measured.length; vertex++) {
    const [x, y, z] = [0, 1, 2].map((axis) => positions[3 * vertex + axis]!) as Three;
    const agreeing = seen.filter((map) => Math.abs(findDepth(map, x, y, z)) < near).length;
    measured[vertex] = agreeing >= minAgreeing ? 1 : 0;
  }
  return measured;
}

type Three = [number, number, number];

type Prepared = DepthMap & { rays: ViewRays };

const prepare = (map: DepthMap): Prepared => ({ ...map, rays: createViewRays(map) });

const place = new Float64Array(3);

/**
 * Returns how far a point is behind the surface that a view saw, in millimeters; NaN if it saw none
 * there.
 */
function findDepth({ rays, frame, distances }: Prepared, x: number, y: number, z: number): number {
  rays.project(x, y, z, place);
  const column = Math.round(toCropPixel(place[0]!, frame.left, frame.scale));
  const row = Math.round(toCropPixel(place[1]!, frame.top, frame.scale));
  if (column < 0 || row < 0 || column >= frame.width || row >= frame.height) return Number.NaN;
  const distance = distances[row * frame.width + column]!;
  if (distance === 0) return Number.NaN;
  const dx = x - rays.eye[0];
  const dy = y - rays.eye[1];
  const dz = z - rays.eye[2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz) - distance;
}

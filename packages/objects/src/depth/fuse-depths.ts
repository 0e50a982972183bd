import { createFindPixel, type FindPixel } from "../camera/find-pixel.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import { cutGap } from "../geometry/cut-gap.ts";
import type { Grid } from "../geometry/grid.ts";
import { readVector } from "../geometry/vector.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { DepthMap } from "./measure-depths.ts";

/** Signed distances to a measured surface are truncated to this, in millimeters. */
const truncation = 3;
/**
 * A view shows nothing of nodes deeper behind the surface that it measured, in millimeters: there
 * may be another surface. Behind the truncation, its weight is `behindWeight` instead of 1, so that
 * views that see through a node outweigh it.
 */
const maxBehind = 12;
const behindWeight = 0.3;
/** The mean at a node counts if at least this many views know it. */
const minViews = 3;

/**
 * How far the measured surface lies behind the hull, in millimeters: up to `minGap` the hull stays,
 * since outlines are more exact than depths, and from `fullGap` on the measured surface replaces
 * it. Between them, the cut grows in proportion.
 */
const minGap = 0.3;
const fullGap = 0.9;

/**
 * A vertex is measured if at least this many views measured the surface less than `maxDistance`
 * millimeters from it.
 */
const minAgreeing = 2;
const maxDistance = 1.5;

/** A depth map, ready to look points up in it. `projected` is overwritten by each look-up. */
type PreparedMap = {
  cameraCenter: ViewRays["cameraCenter"];
  findPixel: FindPixel;
  projected: Float64Array;
  ranges: Float32Array;
};

/**
 * Returns the signed distances of a hull, `field`, without what lies in front of measured surfaces:
 * in millimeters, positive inside. The measured surface is the weighted mean of the truncated
 * signed distances of all views (Curless and Levoy 1996); the hull stays where too few views know
 * it.
 */
export function fuseDepths(
  field: Float32Array,
  grid: Grid,
  maps: readonly DepthMap[],
): Float32Array {
  const fused = field.slice();
  const { counts, step, origin } = grid;
  const [nx, ny, nz] = counts;
  const prepared = maps.map(prepareMap);
  for (let k = 0, node = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++, node++) {
        const distance = field[node]!;
        if (!(distance > -step)) continue;
        const [x, y, z] = [origin[0] + i * step, origin[1] + j * step, origin[2] + k * step];
        const gap = distance - averageDistances(prepared, x, y, z);
        fused[node] = distance - cutGap(gap, minGap, fullGap);
      }
    }
  }
  return fused;
}

/**
 * Returns the weighted mean of the truncated signed distances at a point, positive behind the
 * measured surface; infinite if too few views know it.
 */
function averageDistances(maps: readonly PreparedMap[], x: number, y: number, z: number): number {
  let [sum, totalWeight, views] = [0, 0, 0];
  for (const map of maps) {
    const distance = findSignedDistance(map, x, y, z);
    if (!(distance <= maxBehind)) continue;
    const weight = distance > truncation ? behindWeight : 1;
    sum += weight * Math.max(-truncation, Math.min(truncation, distance));
    totalWeight += weight;
    views++;
  }
  return views >= minViews ? sum / totalWeight : Infinity;
}

/**
 * Tells for each vertex of a mesh whether its place was measured in pictures (1), or is that of the
 * hull (0).
 */
export function findMeasured({ positions }: Mesh, maps: readonly DepthMap[]): Uint8Array {
  const prepared = maps.map(prepareMap);
  return Uint8Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const [x, y, z] = readVector(positions, vertex);
    const isNear = (map: PreparedMap) => Math.abs(findSignedDistance(map, x, y, z)) < maxDistance;
    return prepared.filter(isNear).length >= minAgreeing ? 1 : 0;
  });
}

function prepareMap(map: DepthMap): PreparedMap {
  const rays = createViewRays(map);
  return {
    cameraCenter: rays.cameraCenter,
    findPixel: createFindPixel(rays, map.area),
    projected: new Float64Array(3),
    ranges: map.ranges,
  };
}

/**
 * Returns the signed distance along the viewing ray from the surface that a view measured to a
 * point, in millimeters, positive behind the surface; NaN if the view measured none there.
 */
function findSignedDistance(
  { cameraCenter, findPixel, projected, ranges }: PreparedMap,
  x: number,
  y: number,
  z: number,
): number {
  const pixel = findPixel(x, y, z, projected);
  if (pixel < 0) return Number.NaN;
  const range = ranges[pixel];
  if (!range) return Number.NaN;
  const dx = x - cameraCenter[0];
  const dy = y - cameraCenter[1];
  const dz = z - cameraCenter[2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz) - range;
}

import type { Viewpoint } from "./camera.ts";

/** A camera in its place, ready to project many points and to cast many rays. */
export type ViewRays = {
  /** Where the lens is, in millimeters. */
  eye: [x: number, y: number, z: number];
  /**
   * Writes column, row (pixels) and depth (mm, along the axis of the camera) of a point into `out`.
   */
  project: (x: number, y: number, z: number, out: Float64Array) => void;
  /** Writes the unit direction in which a pixel sees into `out`. */
  castRay: (column: number, row: number, out: Float64Array) => void;
};

/**
 * Prepares a camera at a pose. The distortion is undone by five fixed-point steps, which leaves
 * less than 0.01 pixel.
 */
export function createViewRays({ camera, pose }: Viewpoint): ViewRays {
  const { focal } = camera;
  const [cx, cy] = camera.center;
  const [k1, k2] = camera.distortion;
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation as unknown as Nine;
  const [t0, t1, t2] = pose.translation;
  return {
    eye: [
      -(r0 * t0 + r3 * t1 + r6 * t2),
      -(r1 * t0 + r4 * t1 + r7 * t2),
      -(r2 * t0 + r5 * t1 + r8 * t2),
    ],
    project(x, y, z, out) {
      const depth = r6 * x + r7 * y + r8 * z + t2;
      const u = (r0 * x + r1 * y + r2 * z + t0) / depth;
      const v = (r3 * x + r4 * y + r5 * z + t1) / depth;
      const square = u * u + v * v;
      const factor = focal * (1 + square * (k1 + k2 * square));
      out[0] = cx + factor * u;
      out[1] = cy + factor * v;
      out[2] = depth;
    },
    castRay(column, row, out) {
      const du = (column - cx) / focal;
      const dv = (row - cy) / focal;
      let [u, v] = [du, dv];
      for (let step = 0; step < 5; step++) {
        const square = u * u + v * v;
        const factor = 1 + square * (k1 + k2 * square);
        u = du / factor;
        v = dv / factor;
      }
      const size = Math.sqrt(u * u + v * v + 1);
      out[0] = (r0 * u + r3 * v + r6) / size;
      out[1] = (r1 * u + r4 * v + r7) / size;
      out[2] = (r2 * u + r5 * v + r8) / size;
    },
  };
}

type Nine = [number, number, number, number, number, number, number, number, number];

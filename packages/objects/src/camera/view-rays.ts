import { readMatrix } from "../geometry/read-matrix.ts";
import { invertTransform } from "../geometry/rigid-transform.ts";
import type { Vector } from "../geometry/vector.ts";
import type { Viewpoint } from "./camera.ts";

/** A camera at a pose, prepared to project many points and to cast many viewing rays. */
export type ViewRays = {
  /** The camera center, at which all viewing rays begin, in millimeters. */
  cameraCenter: Vector;
  /**
   * Writes column, row (pixels) and depth (mm, along the optical axis) of a point into `out`.
   */
  project: (x: number, y: number, z: number, out: Float64Array) => void;
  /** Writes the direction of the viewing ray of a pixel into `out`, as a unit vector. */
  castRay: (column: number, row: number, out: Float64Array) => void;
};

/**
 * Prepares a camera at a pose. Five fixed-point iterations undo the distortion to less than 0.01
 * pixels.
 */
export function createViewRays({ camera, pose }: Viewpoint): ViewRays {
  const { focal } = camera;
  const [cx, cy] = camera.center;
  const [k1, k2] = camera.distortion;
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = readMatrix(pose.rotation);
  const [t0, t1, t2] = pose.translation;
  return {
    cameraCenter: invertTransform(pose).translation,
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
      for (let iteration = 0; iteration < 5; iteration++) {
        const square = u * u + v * v;
        const factor = 1 + square * (k1 + k2 * square);
        u = du / factor;
        v = dv / factor;
      }
      const length = Math.sqrt(u * u + v * v + 1);
      out[0] = (r0 * u + r3 * v + r6) / length;
      out[1] = (r1 * u + r4 * v + r7) / length;
      out[2] = (r2 * u + r5 * v + r8) / length;
    },
  };
}

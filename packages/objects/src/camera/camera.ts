import type { RigidTransform } from "../geometry/rigid-transform.ts";

/**
 * A pinhole camera with radial distortion after Brown. Lengths are in pixels, with (0, 0) in the
 * middle of the first pixel.
 */
export interface Camera {
  width: number;
  height: number;
  focal: number;
  center: [x: number, y: number];
  distortion: [k1: number, k2: number];
}

/** The transform from millimeters of the mat to those of the camera. */
export type Pose = RigidTransform;

/** A camera in its place. */
export type Viewpoint = { camera: Camera; pose: Pose };

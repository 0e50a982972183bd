import type { RigidTransform } from "../geometry/rigid-transform.ts";

/**
 * A pinhole camera with radial distortion after Brown. Lengths are in pixels, with (0, 0) in the
 * middle of the first pixel; `center` is where the optical axis meets the picture.
 */
export interface Camera {
  width: number;
  height: number;
  focal: number;
  center: [x: number, y: number];
  distortion: [k1: number, k2: number];
}

/** The transform from coordinates of the mat to coordinates of the camera, in millimeters. */
export type Pose = RigidTransform;

/** A camera at a pose. */
export type Viewpoint = { camera: Camera; pose: Pose };

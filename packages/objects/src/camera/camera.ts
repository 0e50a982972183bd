import type { RigidTransform } from "../geometry/rigid-transform.ts";

/**
 * A pinhole camera with radial distortion after Brown. `center` is the principal point, where the
 * optical axis meets the picture; `focal` is the focal length. Both are in pixels, as are `width`
 * and `height`; (0, 0) is the middle of the first pixel. The coefficients of distortion are for
 * radii over the focal length.
 */
export type Camera = {
  width: number;
  height: number;
  focal: number;
  center: [x: number, y: number];
  distortion: [k1: number, k2: number];
};

/** The transform from coordinates of the mat to coordinates of the camera, in millimeters. */
export type Pose = RigidTransform;

/** A camera at a pose. */
export type Viewpoint = { camera: Camera; pose: Pose };

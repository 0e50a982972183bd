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

/**
 * The way from the mat to the camera: `rotation` has nine numbers, row by row; `translation` is in
 * millimeters.
 */
export interface Pose {
  rotation: Float64Array;
  translation: [x: number, y: number, z: number];
}

/** A camera in its place. */
export type Viewpoint = { camera: Camera; pose: Pose };

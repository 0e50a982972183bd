import { createOutlineSteadiness, overlap, type Quad } from "@scanhook/documents";

/** The outline of the page in a camera frame, in pixels, and whether the frame is sharp. */
export type Outline = { corners: Quad | undefined; isSharp: boolean };

/** The smallest overlap of two outlines of a page that did not move, as a share of their area. */
const minOverlap = 0.8;
/** The number of frames in a row without the taken page after which it is gone. */
const framesUntilGone = 3;

/**
 * Decides when the camera takes a picture by itself: when three outlines in a row agree and the
 * frame is sharp. A page that was taken is not taken again until three frames in a row show a page
 * elsewhere or none. A single frame does not count, because it often misses the page.
 */
export function createOutlineWatch(frame: { width: number; height: number }) {
  const steadiness = createOutlineSteadiness(frame);
  let takenCorners: Quad | undefined;
  let otherFrames = 0;

  return {
    /** Adds the outline of the next frame. Returns whether to take a picture now. */
    add({ corners, isSharp }: Outline): boolean {
      const isSteady = steadiness.add(corners);
      const isSame = takenCorners && corners && overlap(takenCorners, corners) >= minOverlap;
      otherFrames = isSame ? 0 : otherFrames + 1;
      if (takenCorners && otherFrames < framesUntilGone) return false;
      takenCorners = undefined;
      return isSteady && isSharp;
    },
    /** Whether the page in view was taken already. */
    get isTaken() {
      return takenCorners !== undefined;
    },
    /** Notes the outline of a picture that was taken, by the watch or by hand. */
    markTaken(corners: Quad | undefined) {
      takenCorners = corners;
      otherFrames = 0;
    },
  };
}

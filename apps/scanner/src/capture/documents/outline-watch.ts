import { createOutlineSteadiness, overlap, type Quad } from "@scanhook/documents";

/** The outline of the page in a camera frame, in pixels, and whether the frame is sharp. */
export type Outline = { corners: Quad | undefined; isSharp: boolean };

/** The smallest overlap of a page with itself in the next frame, as a share of their area. */
const minOverlap = 0.8;
/** The smallest overlap with the first outline after a picture, during which the hand moves. */
const minOverlapAfterPicture = 0.5;
/** The number of frames in a row without the taken page after which it is gone. */
const framesUntilGone = 3;
/** How long no page must be found until the taken one is gone, in milliseconds. */
const timeUntilGone = 400;

/**
 * Decides when the camera takes a picture by itself: when three outlines in a row agree and the
 * frame is sharp. A page that was taken is followed while it moves from frame to frame. It is not
 * taken again until three frames in a row show a page elsewhere, or no page for 0.4 seconds.
 * Shorter gaps do not count, because a frame often misses the page.
 */
export function createOutlineWatch(frame: { width: number; height: number }) {
  const steadiness = createOutlineSteadiness(frame);
  let isTaken = false;
  /** Where the taken page was seen last; undefined until it is seen after the picture. */
  let takenCorners: Quad | undefined;
  let isFirstAfterPicture = false;
  let otherFrames = 0;
  let emptySince: number | undefined;

  const isTakenPage = (corners: Quad) =>
    !takenCorners ||
    overlap(takenCorners, corners) >= (isFirstAfterPicture ? minOverlapAfterPicture : minOverlap);

  /** Returns whether the taken page left the view with this frame. */
  const isGone = (corners: Quad | undefined, now: number): boolean => {
    if (corners && isTakenPage(corners)) {
      takenCorners = corners;
      isFirstAfterPicture = false;
      otherFrames = 0;
      emptySince = undefined;
      return false;
    }
    otherFrames += 1;
    emptySince = corners ? undefined : (emptySince ?? now);
    const isLongEnough = emptySince === undefined || now - emptySince >= timeUntilGone;
    return otherFrames >= framesUntilGone && isLongEnough;
  };

  return {
    /**
     * Adds the outline of the next frame, at `now` in milliseconds. Returns whether to take a
     * picture now.
     */
    add({ corners, isSharp }: Outline, now = performance.now()): boolean {
      const isSteady = steadiness.add(corners);
      if (isTaken && !isGone(corners, now)) return false;
      isTaken = false;
      return isSteady && isSharp;
    },
    /** Whether the page in view was taken already. */
    get isTaken() {
      return isTaken;
    },
    /**
     * Notes that a picture was taken, by the watch or by hand, and the outline on it. Without an
     * outline, the page that is seen next is the taken one.
     */
    markTaken(corners: Quad | undefined) {
      isTaken = true;
      takenCorners = corners;
      isFirstAfterPicture = true;
      otherFrames = 0;
      emptySince = undefined;
    },
    /** Takes the page in view once more. */
    takeAgain() {
      isTaken = false;
    },
  };
}

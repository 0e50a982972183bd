import { createOutlineSteadiness, overlap, type Quad } from "@scanhook/documents";

/** The outline in a frame, and whether the frame is sharp. */
export type Outline = { corners: Quad | undefined; isSharp: boolean };

/** A page whose outlines cover each other by less than this share was moved or changed. */
const sameView = 0.8;
/** After this many other frames in a row, the page that was taken is gone. */
const goneAfter = 3;

/**
 * Decides when the camera takes a picture by itself: three outlines in a row agree, and the frame
 * is sharp. A view that was taken is not taken again, until three frames in a row show the page
 * elsewhere or none: a single frame often misses it.
 */
export function createOutlineWatch(frame: { width: number; height: number }) {
  const steadiness = createOutlineSteadiness(frame);
  let taken: Quad | undefined;
  let others = 0;

  return {
    /** Takes the outline of the next frame. Returns whether to take the picture now. */
    add({ corners, isSharp }: Outline): boolean {
      const isSteady = steadiness.add(corners);
      const isSame = taken && corners && overlap(taken, corners) >= sameView;
      others = isSame ? 0 : others + 1;
      if (taken && others < goneAfter) return false;
      taken = undefined;
      return isSteady && isSharp;
    },
    /** Whether the page in view was taken already. */
    get isTaken() {
      return taken !== undefined;
    },
    /** Remembers the view whose picture was taken, by itself or by hand. */
    markTaken(corners: Quad | undefined) {
      taken = corners;
      others = 0;
    },
  };
}

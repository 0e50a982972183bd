import { createOutlineSteadiness, overlap, type Quad } from "@scanhook/documents";

/** The outline in a frame, and whether the frame is sharp. */
export type Outline = { corners: Quad | undefined; isSharp: boolean };

/** A page whose outlines cover each other by less than this share was moved or changed. */
const sameView = 0.8;

/**
 * Decides when the camera takes a picture by itself: three outlines in a row agree, and the frame is sharp. A view that was
 * taken is not taken again, until the page is out of sight or somewhere else.
 */
export function createOutlineWatch(frame: { width: number; height: number }) {
  const steadiness = createOutlineSteadiness(frame);
  let taken: Quad | undefined;

  return {
    /** Takes the outline of the next frame. Returns whether to take the picture now. */
    add({ corners, isSharp }: Outline): boolean {
      const isSteady = steadiness.add(corners);
      if (taken && corners && overlap(taken, corners) >= sameView) return false;
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
    },
  };
}

import type { Quad } from "../quad.ts";

/** The maximum movement of a corner that is held still, in pixels of a frame of 640 x 480. */
const maxMovement = 20;
/** The long side of such a frame in pixels. */
const usualSide = 640;
/** The number of successive outlines that have to agree. */
const neededOutlines = 3;

/** The judge of whether somebody holds the camera still over a page. */

export type OutlineSteadiness = {
  /**
   * Takes the outline of the next frame, or undefined if it shows no page. Returns whether the last
   * three agree.
   */
  add(outline: Quad | undefined): boolean;
};

/**
 * Creates a judge of whether somebody holds the camera still over a page. `frame` is the size of
 * the frames, in pixels.
 */
export function createOutlineSteadiness(frame: {
  width: number;
  height: number;
}): OutlineSteadiness {
  const limit = (maxMovement * Math.max(frame.width, frame.height)) / usualSide;
  let earlier: Quad[] = [];
  return {
    add(outline) {
      const isStill = outline && earlier.every((other) => isNear(other, outline, limit));
      const agrees = isStill === true && earlier.length === neededOutlines - 1;
      if (!outline) earlier = [];
      else earlier = isStill ? [...earlier, outline].slice(1 - neededOutlines) : [outline];
      return agrees;
    },
  };
}

function isNear(a: Quad, b: Quad, limit: number): boolean {
  return a.every(({ x, y }, index) => Math.hypot(x - b[index]!.x, y - b[index]!.y) < limit);
}

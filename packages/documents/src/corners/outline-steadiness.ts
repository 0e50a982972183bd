import type { Quad } from "../quad.ts";

/** The maximum movement of a corner that is held still, in pixels of a frame of 640 x 480. */
const maxMovement = 20;
/** The long side of such a frame in pixels. */
const referenceSide = 640;
/** The number of successive outlines that have to agree. */
const minOutlines = 3;

/** Decides whether somebody holds the camera still over a page. */
export type OutlineSteadiness = {
  /**
   * Takes the outline of the next frame, or undefined if it shows no page. Returns whether the last
   * three outlines agree.
   */
  add(outline: Quad | undefined): boolean;
};

/**
 * Creates a check that somebody holds the camera still over a page. `frame` is the size of the
 * frames, in pixels.
 */
export function createOutlineSteadiness(frame: {
  width: number;
  height: number;
}): OutlineSteadiness {
  const maxDistance = (maxMovement * Math.max(frame.width, frame.height)) / referenceSide;
  let earlier: Quad[] = [];
  return {
    add(outline) {
      const isStill = outline && earlier.every((other) => isNear(other, outline, maxDistance));
      const agrees = isStill === true && earlier.length === minOutlines - 1;
      if (!outline) earlier = [];
      else earlier = isStill ? [...earlier, outline].slice(1 - minOutlines) : [outline];
      return agrees;
    },
  };
}

function isNear(a: Quad, b: Quad, maxDistance: number): boolean {
  return a.every(({ x, y }, index) => Math.hypot(x - b[index]!.x, y - b[index]!.y) < maxDistance);
}

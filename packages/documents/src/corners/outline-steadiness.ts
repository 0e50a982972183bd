import type { Quad } from "../quad.ts";

/** Corners that move by less than this between frames of 640 x 480 pixels are held still. */
const stillPixels = 20;
const neededOutlines = 3;

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
  const limit = (stillPixels * Math.max(frame.width, frame.height)) / 640;
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
  return a.every(({ x, y }, at) => Math.hypot(x - b[at]!.x, y - b[at]!.y) < limit);
}

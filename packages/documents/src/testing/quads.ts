import fc from "fast-check";
import type { Quad } from "../quad.ts";
import { projectPage } from "./pinhole.ts";

/**
 * Corners of pages that are tilted by up to 30 degrees before a camera of 1280 x 720 pixels, turned
 * any way.
 */
export const pageQuads: fc.Arbitrary<Quad> = fc
  .record({
    page: fc.record({ width: side(), height: side() }),
    distance: fc.integer({ min: 400, max: 900 }),
    tilt: fc.record({ x: angle(30), y: angle(30), turn: angle(180) }),
  })
  .map((view) => projectPage({ ...view, picture: { width: 1280, height: 720 }, focalLength: 900 }));

function side() {
  return fc.integer({ min: 50, max: 350 });
}

function angle(max: number) {
  return fc.double({ min: -max, max, noNaN: true });
}

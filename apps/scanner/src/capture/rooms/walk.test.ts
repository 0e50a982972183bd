import type { Ray } from "@scanhook/rooms";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  newWalk,
  nextStep,
  parseWalk,
  setFloor,
  setPoint,
  takeFound,
  undoPoint,
  type Walk,
} from "./walk.ts";

const eye = { x: 0.2, y: 1.7, z: -0.1 };
/**
 * Returns a ray from the eye to a point of the plan, `height` meters above the floor. The floor is
 * at 0.1 m in the session.
 */
const aim = (x: number, y: number, height = 0): Ray => ({
  origin: eye,
  direction: { x: x - eye.x, y: height + 0.1 - eye.y, z: -y - eye.z },
});

function tap(walk: Walk, ...rays: Ray[]): Walk {
  return rays.reduce((before, ray) => {
    const result = setPoint(before, ray, []);
    if (!result.ok) throw new Error(result.problem);
    return result.walk;
  }, walk);
}

/** The ends of the walls of a room of 4 × 3 m, each 50 cm from the corner. */
const taps = [
  [aim(-1.5, -1.5), aim(1.5, -1.5)],
  [aim(2, -1), aim(2, 1)],
  [aim(1.5, 1.5), aim(-1.5, 1.5)],
  [aim(-2, 1), aim(-2, -1)],
];
const floorSet = setFloor(newWalk, 0.1);
const walked = tap(floorSet, ...taps.flat());

describe("a walk", () => {
  it("takes two points for each wall, then the height at the ceiling line", () => {
    expect(walked.walls).toHaveLength(4);
    expect(walked.walls[0]!.points[1]!.x).toBeCloseTo(1.5, 9);
    const { height, step } = tap(nextStep(walked), aim(0.5, 1.5, 2.44));
    expect(height).toBeCloseTo(2.44, 9);
    expect(step).toBe("openings");
  });

  it("measures the height also in a corner that nobody tapped", () => {
    const { height } = tap(nextStep(walked), aim(1.95, 1.5, 2.44));
    expect(height).toBeCloseTo(2.44, 9);
  });

  it("takes opposite corners of doors and windows", () => {
    const atOpenings = nextStep(nextStep(walked));
    const { openings } = tap({ ...atOpenings, kind: "window" }, aim(2, -0.5, 0.9), aim(2, 0.5, 2));
    expect(openings).toMatchObject([{ kind: "window", corners: [{}, {}] }]);
    expect(openings[0]!.corners[1].height).toBeCloseTo(2, 9);
  });

  it("refuses points that cannot be meant", () => {
    expect(setPoint(floorSet, aim(1, 1, 2), [])).toEqual({ ok: false, problem: "notFloor" });
    const pending = tap(floorSet, aim(1, 1));
    expect(setPoint(pending, aim(1.1, 1), [])).toEqual({ ok: false, problem: "tooNear" });
    const atHeight = nextStep(walked);
    expect(setPoint(atHeight, aim(0, 1.5, 0.2), [])).toEqual({ ok: false, problem: "notHeight" });
    const cornered = tap(nextStep(atHeight), aim(0, 1.5, 0.2));
    expect(setPoint(cornered, aim(0.1, 1.5, 2), [])).toEqual({ ok: false, problem: "tooSmall" });
  });

  it("takes a wall of the device where it was tapped", () => {
    const outline = [-2, 2].flatMap((x) => [0.1, 2.5].map((y) => ({ x, y, z: 1.55 })));
    const [a, b, c, d] = outline;
    const plane = { label: "wall", outline: [a!, b!, d!, c!] };
    const result = [aim(-1, -1.5), aim(1, -1.5)].reduce((walk, ray) => {
      const next = setPoint(walk, ray, [plane]);
      return next.ok ? next.walk : walk;
    }, floorSet);
    expect(result.walls).toMatchObject([{ source: "plane" }]);
    expect(takeFound(floorSet, [plane]).step).toBe("height");
  });

  it("goes back by undo to its beginning, point by point", () => {
    let walk = tap(walked, aim(0, 0));
    for (let undone = 0; undone < 6; undone++) walk = undoPoint(walk);
    expect(walk).toEqual({ ...newWalk, level: 0.1 });
    expect(undoPoint(undoPoint(tap(nextStep(walked), aim(0.5, 1.5, 2.44)))).step).toBe("walls");
  });

  it("is read back as it was stored, without points that were not complete", () => {
    const pending = tap(walked, aim(0, 0));
    const read = parseWalk(JSON.parse(JSON.stringify(pending)));
    expect(read).toEqual({ ...walked, pending: undefined });
    const marked = tap(nextStep(nextStep(walked)), aim(2, -0.5, 0.9), aim(2, 0.5, 2));
    expect(parseWalk(JSON.parse(JSON.stringify(marked)))?.openings).toEqual(marked.openings);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const parsed = parseWalk(value);
        if (parsed) expect(Array.isArray(parsed.walls)).toBe(true);
      }),
    );
  });
});

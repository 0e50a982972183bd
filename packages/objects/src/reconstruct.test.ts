import { beforeAll, describe, expect, it } from "vitest";
import { createGrid } from "./geometry/grid.ts";
import { createMat } from "./mat/mat.ts";
import { printMat } from "./mat/print-mat.ts";
import { isManifold } from "./mesh/is-manifold.ts";
import { type ReconstructedObject, reconstruct } from "./reconstruct.ts";
import { type Drawing, drawRounds } from "./testing/draw-rounds.ts";
import { fillMesh, findOverlap } from "./testing/overlap.ts";
import { rememberTasks } from "./testing/remember-tasks.ts";
import { findBox, solids } from "./testing/solids.ts";
import type { View } from "./view.ts";
import { type Crew, createCrew } from "./work/crew.ts";
import type { Task, TaskName, Tasks } from "./work/tasks.ts";

const print = printMat(createMat("a4"));
const solid = solids.shoe;

/** The objects are made of the same views again and again, with the same work on each. */
const doOnce = rememberTasks();
const remembering: Crew = {
  size: 1,
  run: async <Name extends TaskName>(name: Name, ...args: Parameters<Tasks[Name]>) =>
    doOnce({ name, args }) as ReturnType<Tasks[Name]>,
};

/**
 * Does a task on a copy of its arguments, and returns a copy of the result, as another thread does.
 */
const postToSelf = async (task: Task) => doOnce(structuredClone(task));

/** Draws small views of a solid with texture. */
const drawViews = (drawing: Omit<Drawing, "width" | "height">): View[] =>
  drawRounds({ ...drawing, width: 400, height: 300 }).map(({ camera, pose, picture }) => ({
    camera,
    pose,
    load: async () => picture,
  }));

describe("an object from views on a mat", () => {
  let views: View[];
  let object: ReconstructedObject;
  const shares: number[] = [];

  beforeAll(async () => {
    views = drawViews({ solid: "shoe", seed: 5 });
    const onProgress = (share: number) => void shares.push(share);
    const result = await reconstruct(views, print, {
      onProgress,
      textureSize: 256,
      crew: remembering,
    });
    if (!result.ok) throw new Error(result.problem);
    object = result.object;
  });

  it("is closed, manifold and hardly larger than the solid that was drawn", () => {
    expect(isManifold(object.mesh)).toBe(true);
    const { min, max } = findBox(solid);
    const bounds = [0, 1, 2].map((axis) => {
      const values = object.mesh.positions.filter((_, at) => at % 3 === axis);
      return [Math.min(...values), Math.max(...values)] as const;
    });
    for (const axis of [0, 1, 2] as const) {
      const [low, high] = bounds[axis]!;
      const ratio = (high - low) / (max[axis] - min[axis]);
      expect(ratio).toBeGreaterThan(0.93);
      expect(ratio).toBeLessThan(1.2);
    }
    expect(object.measures.box.height).toBeCloseTo(bounds[2]![1] - bounds[2]![0], 3);
    expect(object.measures.uncertainty.length).toBeGreaterThan(0);
  });

  it("has a texture of its own colors", () => {
    const { data } = object.texture;
    let mean = 0;
    for (let at = 1; at < data.length; at += 4) mean += data[at]! / 256 ** 2;
    expect(mean).toBeGreaterThan(50);
    expect(mean).toBeLessThan(170);
  });

  it("tells its progress from 0 to 1 without going back", () => {
    expect(shares[0]).toBe(0);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it("is not made when it is stopped", async () => {
    const stop = new AbortController();
    const onProgress = (share: number) => share > 0.1 && stop.abort();
    const result = await reconstruct(views, print, { onProgress, signal: stop.signal });
    expect(result).toEqual({ ok: false, problem: "stopped" });
  });

  it("is not made when it was moved between the pictures", async () => {
    const later = drawViews({ solid: "shoe", shift: 40, seed: 5, after: 6 });
    const result = await reconstruct([...views.slice(0, 6), ...later], print, {
      crew: remembering,
    });
    expect(result).toEqual({ ok: false, problem: "object-moved" });
  });

  it("needs enough views", async () => {
    const result = await reconstruct(views.slice(0, 7), print);
    expect(result).toEqual({ ok: false, problem: "too-few-views" });
  });
});

describe("a box that was turned over for a second pass", () => {
  const { box } = solids;
  const over = { axis: [1, 0, 0], degrees: 180, yaw: 70 } as const;
  const grid = createGrid({ min: [-65.37, -65.61, 0.5], max: [65, 65, 70] }, 1.5);
  const findShare = ({ mesh }: ReconstructedObject) => {
    const filled = fillMesh(mesh, grid);
    return findOverlap((at) => filled[at] === 1, grid, box);
  };
  let views: View[];
  let once: ReconstructedObject;
  beforeAll(async () => {
    views = drawViews({ solid: "box", seed: 5 });
    const result = await reconstruct(views, print, { textureSize: 256, crew: remembering });
    if (!result.ok) throw new Error(result.problem);
    once = result.object;
  });

  it("comes closer to the box that was drawn, with its base seen", async () => {
    const shares: number[] = [];
    const result = await reconstruct(views, print, {
      turned: drawViews({ solid: "box", turn: over, seed: 9 }),
      textureSize: 256,
      crew: remembering,
      onProgress: (share) => void shares.push(share),
    });
    if (!result.ok) throw new Error(result.problem);
    const { object } = result;
    expect(object.base).toBe("seen");
    expect(isManifold(object.mesh)).toBe(true);
    expect(findShare(object)).toBeGreaterThan(findShare(once) + 0.008);
    expect(findShare(object)).toBeGreaterThan(0.95);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it("stays as it was if the second pass shows another object", async () => {
    const turn = { axis: [0, 1, 0], degrees: 90, yaw: 200 } as const;
    const turned = drawViews({ solid: "figurine", turn, seed: 9, count: 8 });
    const crew = createCrew([postToSelf]);
    const result = await reconstruct(views, print, { turned, textureSize: 256, crew });
    if (!result.ok) throw new Error(result.problem);
    expect(result.object.base).toBe("flat");
    expect(result.object.measures).toEqual(once.measures);
  });
});

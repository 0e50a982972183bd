import { createDepthView } from "../depth/depth-view.ts";
import { fuseDepths } from "../depth/fuse-depths.ts";
import { measureDepths } from "../depth/measure-depths.ts";
import { weighView } from "../hull/weigh-view.ts";
import { findMarkers } from "../markers/find-markers.ts";
import { outlineByHull, outlineByMat } from "../silhouette/outline.ts";

/**
 * The work on one view, or on a part of the grid. Arguments and results are plain data, so that
 * another thread can do it.
 */
export type Tasks = {
  findMarkers: typeof findMarkers;
  outlineByMat: typeof outlineByMat;
  outlineByHull: typeof outlineByHull;
  weighView: typeof weighView;
  createDepthView: typeof createDepthView;
  measureDepths: typeof measureDepths;
  fuseDepths: typeof fuseDepths;
};

const tasks: Tasks = {
  findMarkers,
  outlineByMat,
  outlineByHull,
  weighView,
  createDepthView,
  measureDepths,
  fuseDepths,
};

export type TaskName = keyof Tasks;

/** A task as it is posted to another thread. */
export type Task = { name: TaskName; args: readonly unknown[] };

/** Does a task in the thread that calls. Returns what the task does, as plain data. */
export function doTask({ name, args }: Task): unknown {
  const task: (...args: never[]) => unknown = tasks[name];
  return task(...(args as never[]));
}

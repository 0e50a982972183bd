import type { Grid } from "../geometry/grid.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";
import type { Silhouette } from "../silhouette/silhouette.ts";

/** A visual hull, and the views and silhouettes that it was carved from, in the same order. */
export type Hull = {
  mesh: Mesh;
  /** The signed distance of each node of the grid, in millimeters; positive inside. */
  field: Float32Array;
  grid: Grid;
  views: CroppedView[];
  silhouettes: Silhouette[];
  /** The size of a pixel of the pictures at the center of the object, in millimeters. */
  pixelSize: number;
};

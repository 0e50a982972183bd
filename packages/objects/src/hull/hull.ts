import type { Grid } from "../geometry/grid.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";
import type { Silhouette } from "../silhouette/silhouette.ts";

/** A visual hull, and the views that it was carved from. */
export type Hull = {
  mesh: Mesh;
  /** How far each node of the grid is inside, in millimeters. */
  field: Float32Array;
  grid: Grid;
  sights: CroppedView[];
  silhouettes: Silhouette[];
  /** The size of a pixel of the pictures on the object, in millimeters. */
  pixelSize: number;
};

import type { Grid } from "../geometry/grid.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";
import type { Silhouette } from "../silhouette/silhouette.ts";
import type { ViewContacts } from "./outline-contacts.ts";

/**
 * A visual hull without the bulges of its faces, and the views and silhouettes that it was carved
 * from, in the same order.
 */
export type Hull = {
  mesh: Mesh;
  /** The signed distance of each node of the grid, in millimeters; positive inside. */
  field: Float32Array;
  grid: Grid;
  views: CroppedView[];
  silhouettes: Silhouette[];
  /** The size of a pixel of the pictures at the center of the object, in millimeters. */
  pixelSize: number;
  /** Where the outline of each view touches the hull, before its bulges are cut off. */
  contacts: ViewContacts[];
  /** Another object stands on the mat, and is not a part of the hull. */
  hasNeighbor: boolean;
  /** The hull reaches the sides or the top of the space over the mat in which it was looked for. */
  reachesEdge: boolean;
};

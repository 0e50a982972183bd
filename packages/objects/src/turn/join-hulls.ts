import type { Viewpoint } from "../camera/camera.ts";
import {
  columnOfRotation,
  composeTransforms,
  invertTransform,
  type RigidTransform,
} from "../geometry/rigid-transform.ts";
import { carve } from "../hull/carve.ts";
import type { Hull } from "../hull/hull.ts";
import { findContacts } from "../hull/outline-contacts.ts";
import { keepStandingPart } from "../mesh/standing-part.ts";
import { extractSurface } from "../mesh/surface-nets.ts";

/**
 * The joined object comes as low as this over the mat, in millimeters: a base that is round or
 * hollow touches the mat with little.
 */
const maxLowestHeight = 6;

/**
 * Returns the hull of the views of both passes, where the object stood in the first. `transform`
 * brings the second pass onto the first. The hull also ends at the mat of the second one. The
 * bulges of the second hull are not cut off again.
 */
export function joinHulls(first: Hull, second: Hull, transform: RigidTransform): Hull {
  const inverse = invertTransform(transform);
  const toFirst = <Posed extends Viewpoint>(view: Posed): Posed => ({
    ...view,
    pose: composeTransforms(view.pose, inverse),
  });
  const silhouettes = second.silhouettes.map(toFirst);
  const field = carve(silhouettes, first.grid, 0, findMatPlane(transform));
  for (const [node, value] of first.field.entries()) field[node] = Math.min(field[node]!, value);
  const all = [...first.silhouettes, ...silhouettes];
  const pixelSize = Math.max(first.pixelSize, second.pixelSize);
  return {
    mesh: keepStandingPart(extractSurface(field, first.grid), maxLowestHeight),
    field,
    grid: first.grid,
    views: [...first.views, ...second.views.map(toFirst)],
    silhouettes: all,
    pixelSize,
    contacts: findContacts(all, { grid: first.grid, values: field }, pixelSize),
    hasNeighbor: first.hasNeighbor || second.hasNeighbor,
    reachesEdge: first.reachesEdge || second.reachesEdge,
  };
}

/** Returns the plane of the mat of the second pass in the coordinates of the first. */
function findMatPlane({ rotation, translation }: RigidTransform) {
  const [x, y, z] = columnOfRotation(rotation, 2);
  return { x, y, z, offset: -(x * translation[0] + y * translation[1] + z * translation[2]) };
}

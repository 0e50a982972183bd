import {
  composeTransforms,
  invertTransform,
  type RigidTransform,
} from "../geometry/rigid-transform.ts";
import { carve } from "../hull/carve.ts";
import type { Hull } from "../hull/hull.ts";
import { keepStandingPart } from "../mesh/standing-part.ts";
import { extractSurface } from "../mesh/surface-nets.ts";

/**
 * The joined object comes as low as this, in millimeters: a base that is round or hollow touches
 * the mat with little.
 */
const lowest = 6;

/**
 * Returns the hull of the views of both passes, in the place that the object has in the first. It
 * also ends at the mat of the second one.
 */
export function joinHulls(first: Hull, second: Hull, turn: RigidTransform): Hull {
  const sights = second.views.map((sight) => ({
    ...sight,
    pose: composeTransforms(sight.pose, invertTransform(turn)),
  }));
  const silhouettes = second.silhouettes.map((silhouette) => ({
    ...silhouette,
    pose: composeTransforms(silhouette.pose, invertTransform(turn)),
  }));
  const { rotation, translation } = turn;
  const [x, y, z] = [rotation[2]!, rotation[5]!, rotation[8]!];
  const offset = -(x * translation[0] + y * translation[1] + z * translation[2]);
  const field = carve(silhouettes, first.grid, 0, { x, y, z, offset });
  for (const [at, value] of first.field.entries()) field[at] = Math.min(field[at]!, value);
  return {
    mesh: keepStandingPart(extractSurface(field, first.grid), lowest),
    field,
    grid: first.grid,
    views: [...first.views, ...sights],
    silhouettes: [...first.silhouettes, ...silhouettes],
    pixelSize: Math.max(first.pixelSize, second.pixelSize),
  };
}

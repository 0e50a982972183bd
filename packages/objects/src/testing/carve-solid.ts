import { createGrid } from "../geometry/grid.ts";
import { carve } from "../hull/carve.ts";
import type { Hull } from "../hull/hull.ts";
import { findContacts } from "../hull/outline-contacts.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { cropPicture } from "../silhouette/crop.ts";
import { signedDistance } from "../silhouette/signed-distance.ts";
import { drawRounds } from "./draw-rounds.ts";
import type { MaterialName } from "./materials.ts";
import { findBox, type SolidName, solids } from "./solids.ts";

/** Draws 12 small pictures of a solid and carves the visual hull of its true silhouettes. */
export function carveSolid(name: SolidName, material: MaterialName): Hull {
  const { min, max } = findBox(solids[name]);
  const grid = createGrid(
    { min: [min[0] - 10, min[1] - 10, 0], max: [max[0] + 10, max[1] + 10, max[2] + 15] },
    2,
  );
  const [width, height] = [400, 300];
  const drawing = { solid: name, material, width, height, seed: 2 };
  const views = drawRounds(drawing).map(({ camera, pose, picture, coverage }) => {
    const object = Float32Array.from(coverage, (value) => value / 255);
    const distances = signedDistance(object, width, height, 24);
    const whole = { left: 0, top: 0, right: width, bottom: height };
    return {
      sight: { camera, pose, crop: cropPicture(picture, whole) },
      silhouette: { camera, pose, left: 0, top: 0, scale: 1, width, height, distances },
    };
  });
  const silhouettes = views.map(({ silhouette }) => silhouette);
  const field = carve(silhouettes, grid);
  const mesh = extractSurface(field, grid);
  return {
    mesh,
    field,
    grid,
    silhouettes,
    views: views.map(({ sight }) => sight),
    pixelSize: 1.2,
    contacts: findContacts(silhouettes, { grid, values: field }, 1.2),
    hasNeighbor: false,
    reachesEdge: false,
  };
}

import { createGrid } from "../geometry/grid.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import type { ReconstructedObject } from "../reconstruct.ts";
import { measure } from "../size/measure.ts";
import { unwrap } from "../texture/unwrap.ts";
import { fillGrid } from "./fill-grid.ts";
import { findBox, solids } from "./solids.ts";

/** Returns the drawn box as an object of one color, as if it had been made of pictures. */
export function makePlainBox(base: ReconstructedObject["base"] = "flat"): ReconstructedObject {
  const grid = createGrid(findBox(solids.box), 3);
  const mesh = extractSurface(
    fillGrid(grid, (x, y, z) => -solids.box.distance(x, y, z)),
    grid,
  );
  const side = 64;
  const data = new Uint8ClampedArray(4 * side * side).fill(160);
  return {
    mesh,
    unwrapped: unwrap(mesh, side),
    texture: { width: side, height: side, data },
    measures: measure(mesh, {
      contacts: [],
      heights: [],
      pixelSize: 0.5,
      matError: 0,
      warnings: [],
    }),
    warnings: [],
    isGuess: false,
    measured: new Uint8Array(mesh.positions.length / 3).fill(1),
    hullShare: 0,
    hullOnly: false,
    base,
  };
}

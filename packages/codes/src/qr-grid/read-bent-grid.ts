import type { Corners } from "../geometry/corners.ts";
import type { Plane } from "../plane.ts";
import { bendGrid, stageCount } from "./bend-grid.ts";
import { drawClean } from "./draw-clean.ts";
import { ModuleGrid } from "./module-grid.ts";

/** The minimum mean contrast of a grid on a code, in gray levels, after it was bent coarsely. */
const minContrast = 12;
/** The minimum contrast after that, as a part of the contrast of the plane grid. */
const minContrastPart = 0.8;
/**
 * The maximum version that is bent: the time grows with the square of the modules, so larger
 * versions are read on a plane grid only.
 */
const maxBentVersion = 14;

/**
 * Reads a QR code whose corners and version are known, but whose modules could not be sampled on a
 * plane grid: on cloth, a bottle or crumpled paper, or with filled finder patterns. Bends a grid
 * until its modules are as clearly dark or light as possible and the known patterns fit, and gives
 * clean planes of it, with the known patterns as the standard demands, to `tryRead`. `corners` are
 * in pixels of the plane and may be off by about a module. Returns true as soon as `tryRead` does,
 * and false after at most eight calls. It takes about 5 ms for version 2 and 50 ms for version 14,
 * the largest that is bent.
 */
export function readBentGrid(
  plane: Plane,
  corners: Corners,
  version: number,
  tryRead: (clean: Plane) => boolean,
): boolean {
  if (!(Number.isInteger(version) && version >= 1 && version <= 40)) return false;
  const grid = ModuleGrid.lay(plane, corners, version);
  if (!grid) return false;
  const readClean = () =>
    [false, true].some((balanced) =>
      tryRead(drawClean(grid.toBits(balanced), grid.size, grid.size)),
    );
  if (readClean()) return true;
  if (version > maxBentVersion) return false;
  const planeContrast = grid.measureContrast();
  for (let stage = 0; stage < stageCount; stage++) {
    bendGrid(grid, stage);
    if (readClean()) return true;
    // Neither on a code nor near one: bending further would only make patterns of noise.
    if (
      stage === 0 &&
      grid.measureContrast() < Math.max(minContrast, planeContrast * minContrastPart)
    )
      return false;
  }
  return false;
}

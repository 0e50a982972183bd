import type { Engine, Found } from "../engine/engine.ts";
import { mapCorners } from "../geometry/corners.ts";
import { scalePoint } from "../geometry/point.ts";
import type { Plane } from "../plane.ts";
import { drawClean } from "../qr-grid/draw-clean.ts";
import { type BorderFit, createBorder, fitBorder, layBorder } from "./border-fit.ts";
import { outlineBlob } from "./outline-blob.ts";
import { sampleModules } from "./sample-modules.ts";

/** A border that fits worse is none. */
const minMatch = 0.62;
/** A border that is laid on an outline and matches less will not fit when it is moved. */
const minLaid = 0.4;
/**
 * By how many pixels modules grow into each other, and by how much they are darker than their
 * surroundings.
 */
const outlines = [
  [2, 6],
  [2, 25],
] as const;
/** Dots with gaps between them grow into each other only so. */
const dotOutline = [4, 6] as const;

/** After a border that matches this well, no other outline is needed. */
const sureMatch = 0.7;

/**
 * How much a place looks like a Data Matrix, from -1 to 1, and the borders that may be moved to fit
 * it.
 */
export type LaidBorders = { match: number; fits: BorderFit[] };

/** Outlines the dark blob of a plane in several ways and lays borders on it. */
export function layBorders(plane: Plane): LaidBorders {
  const fits: BorderFit[] = [];
  const lay = ([reach, contrast]: readonly [number, number]) => {
    const outline = outlineBlob(plane, reach, contrast);
    if (outline) fits.push(...layBorder(plane, outline));
  };
  for (const outline of outlines) {
    lay(outline);
    if (fits.some(({ match }) => match > sureMatch)) break;
  }
  if (fits.length === 0) lay(dotOutline);
  fits.sort((a, b) => b.match - a.match);
  return {
    match: fits[0]?.match ?? -1,
    fits: fits.slice(0, 5).filter((fit) => fit.match >= minLaid),
  };
}

/**
 * Reads a Data Matrix by its border: moves it until it fits, samples the modules with one threshold
 * and with many, and draws them clean. Corners are in pixels of the frame.
 */
export function* readFitted(
  plane: Plane,
  { fits }: LaidBorders,
  engine: Engine,
): Iterable<Found[]> {
  for (const laid of fits) {
    const fit = fitBorder(plane, laid);
    if (fit.match < minMatch) continue;
    const corners = mapCorners(fit.corners, (point) => scalePoint(point, plane.scale));
    for (const threshold of ["global", "local"] as const) {
      const area = { corners: fit.corners, columns: fit.size, rows: fit.size };
      const bits = sampleModules(plane, area, threshold, createBorder(fit.size));
      const clean = drawClean(bits, fit.size, fit.size);
      const found = engine.read(clean, { formats: ["datamatrix"] });
      yield found.map((reading) => ({ ...reading, corners }));
    }
  }
}

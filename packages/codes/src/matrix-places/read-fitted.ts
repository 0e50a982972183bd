import type { Engine, Found } from "../engine/engine.ts";
import { mapCorners } from "../geometry/corners.ts";
import { scalePoint } from "../geometry/point.ts";
import type { Plane } from "../plane.ts";
import { drawClean } from "../qr-grid/draw-clean.ts";
import { type BorderFit, createBorder, fitBorder, layBorder } from "./border-fit.ts";
import { outlineBlob } from "./outline-blob.ts";
import { sampleModules } from "./sample-modules.ts";

/** The minimum match of a border after its corners were moved, from -1 to 1. */
const minMatch = 0.62;
/** The minimum match of a border on an outline: with less, moving the corners does not help. */
const minLaidMatch = 0.4;
/** The maximum number of borders whose corners are moved. */
const maxFits = 5;
/** How dark blobs are outlined: `reach` and `contrast` of `outlineBlob`. */
type OutlineOptions = { reach: number; contrast: number };
const usualOutlines: readonly OutlineOptions[] = [
  { reach: 2, contrast: 6 },
  { reach: 2, contrast: 25 },
];
/** The reach by which even dots with gaps between them grow into each other. */
const dotOutline: OutlineOptions = { reach: 4, contrast: 6 };
/** The match of a border after which no other outline is tried. */
const certainMatch = 0.7;

/**
 * The best match of a place with a Data Matrix, from -1 to 1, and the borders that may be moved.
 */
export type LaidBorders = { match: number; fits: BorderFit[] };

/** Outlines the dark blob of a plane in several ways and lays borders on it. */
export function layBorders(plane: Plane): LaidBorders {
  const fits: BorderFit[] = [];
  const lay = ({ reach, contrast }: OutlineOptions) => {
    const outline = outlineBlob(plane, reach, contrast);
    if (outline) fits.push(...layBorder(plane, outline));
  };
  for (const outline of usualOutlines) {
    lay(outline);
    if (fits.some(({ match }) => match > certainMatch)) break;
  }
  if (fits.length === 0) lay(dotOutline);
  fits.sort((a, b) => b.match - a.match);
  return {
    match: fits[0]?.match ?? -1,
    fits: fits.slice(0, maxFits).filter((fit) => fit.match >= minLaidMatch),
  };
}

/**
 * Reads a Data Matrix by its border: moves the border until it fits, samples the modules with a
 * global and a local threshold, and draws them clean. Corners are in pixels of the frame.
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

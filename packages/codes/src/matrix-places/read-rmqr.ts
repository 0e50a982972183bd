import type { Engine, Found } from "../engine/engine.ts";
import { findBounds } from "../geometry/box.ts";
import { type Corners, mapCorners } from "../geometry/corners.ts";
import type { Point } from "../geometry/point.ts";
import { projectSquare } from "../geometry/projection.ts";
import { contains, toRegion } from "../geometry/region.ts";
import type { Picture } from "../picture.ts";
import { cropPlane, interpolate, type Plane, shrink } from "../plane.ts";
import { drawClean } from "../qr-grid/draw-clean.ts";
import { mergeReadings } from "../readings/merge.ts";
import { listUnreadTexture } from "../unread/texture.ts";
import { type DarkRectangle, listDarkRectangles } from "./list-dark-rectangles.ts";
import { createMatch } from "./match.ts";
import { type Fit, moveCorners } from "./move-corners.ts";
import { createFixedModules, type RmqrSize, rmqrSizes } from "./rmqr-layout.ts";
import { sampleModules } from "./sample-modules.ts";

/** The number of rectangles in succession without fixed patterns after which no other is tried. */
const patience = 64;
/** By which factor the proportions of a rectangle may differ from those of its version. */
const maxStretch = 1.2;
/** The least match before corners are moved. What is not an rMQR matched at most 0.27 in photos. */
const minLaid = 0.3;
/**
 * The least match after that. What is not an rMQR matched at most 0.45 in photos, and drawn rMQR of
 * two pixels a module at least 0.9, or 0.8 if they are laid upside down.
 */
const minMatch = 0.6;
/** After a match as good as this, moving corners does not change a module. */
const sureMatch = 0.9;
/**
 * Pictures are halved at first, but not to less than this longer side in pixels. They are only
 * searched in full size after an rMQR was read in them.
 */
const minSide = 800;
/** How many versions are tried on a rectangle. */
const maxFits = 2;
/** Steps of the corners, in modules. */
const steps = [1, 0.5, 0.25, 0.12];

type RmqrFit = Fit & { layout: Layout };

/**
 * Reads the rMQR of a picture that `readings` lack, and returns `readings` with them. zxing-cpp
 * finds their patterns only if rows of modules are nearly rows of pixels, within a tenth of a
 * degree. Here dark rectangles of unread texture are taken for rMQR of each version of their
 * proportions, moved until its fixed patterns fit, sampled, and drawn clean.
 *
 * What keeps this from guessing is that a sixth to a half of the modules are fixed (ISO/IEC
 * 23941:2022, 5.3) and have to match before anything is read, and that zxing-cpp then checks the
 * format information and the Reed-Solomon code. A Micro QR that was read within an rMQR has less of
 * all that and is dropped. In a picture of more than 1,920 pixels, modules have to be about 3
 * pixels wide for each 4,000 pixels of its longer side. Calls `onPlace` before a place with fixed
 * patterns is read.
 */
export function readRmqr(
  picture: Picture,
  engine: Engine,
  readings: readonly Found[],
  onPlace: () => void,
): Found[] {
  let merged = [...readings];
  if (!engine.isWanted("rmqr")) return merged;
  const isRead = (point: Point) =>
    merged.some(
      ({ format, corners }) => format !== "microqr" && contains(toRegion(corners, 1), point, 1),
    );
  const plane = picture.whole();
  const readAt = (side: number) => {
    let fruitless = 0;
    for (const rectangle of listRectangles(picture, merged, side)) {
      if (fruitless >= patience) break;
      if (isRead(toCenter(rectangle.corners))) continue;
      const found = readRectangle(plane, rectangle, engine, onPlace);
      fruitless = found.length > 0 ? 0 : fruitless + 1;
      const others = merged.filter((reading) => !isMicroQrWithin(reading, found));
      merged = mergeReadings(others, found);
    }
  };
  const large = picture.large();
  const side = Math.max(large.width, large.height);
  const half = Math.max(minSide, side / 2);
  readAt(half);
  if (half < side && merged.some(({ format }) => format === "rmqr")) readAt(side);
  return merged;
}

/**
 * Lists the dark rectangles of unread texture, in pixels of the frame, as they are seen if the
 * longer side of the picture is `side` pixels long.
 */
function* listRectangles(
  picture: Picture,
  readings: Found[],
  side: number,
): Iterable<DarkRectangle> {
  const plane = shrink(picture.large(), side);
  for (const box of listUnreadTexture(picture, readings)) {
    const part = cropPlane(plane, box);
    // The part begins with a whole pixel of the plane.
    const left = Math.round(box.x / plane.scale) * plane.scale;
    const top = Math.round(box.y / plane.scale) * plane.scale;
    for (const { corners, ...sides } of listDarkRectangles(part)) {
      yield { ...sides, corners: mapCorners(corners, ({ x, y }) => ({ x: x + left, y: y + top })) };
    }
  }
}

function toCenter(corners: Corners): Point {
  const [a, , c] = corners;
  return { x: (a.x + c.x) / 2, y: (a.y + c.y) / 2 };
}

function isMicroQrWithin({ format, corners }: Found, found: readonly Found[]): boolean {
  const { left, top, right, bottom } = findBounds(corners);
  const center = { x: (left + right) / 2, y: (top + bottom) / 2 };
  return (
    format === "microqr" && found.some((rmqr) => contains(toRegion(rmqr.corners, 1), center, 1))
  );
}

/** Reads the rMQR that fills a rectangle, of the versions that fit best. */
function readRectangle(
  plane: Plane,
  rectangle: DarkRectangle,
  engine: Engine,
  onPlace: () => void,
): Found[] {
  let isPlace = false;
  for (const laid of layVersions(plane, rectangle)) {
    const fit = improve(plane, laid, rectangle.length);
    if (fit.match < minMatch) continue;
    if (!isPlace) onPlace();
    isPlace = true;
    const found = readFit(plane, fit, engine);
    if (found.length > 0) return found;
  }
  return [];
}

/** Lays the versions of its proportions on a rectangle, both ways up, and returns the best. */
function layVersions(plane: Plane, { corners, length, height }: DarkRectangle): RmqrFit[] {
  const [a, b, c, d] = corners;
  const laid: RmqrFit[] = [];
  for (const layout of layouts()) {
    const stretch = (length / height) * (layout.rows / layout.columns);
    if (stretch > maxStretch || stretch < 1 / maxStretch) continue;
    const upsideDown: Corners = [c, d, a, b];
    for (const turned of [corners, upsideDown]) {
      const match = measureMatch(plane, turned, layout);
      if (match >= minLaid) laid.push({ corners: turned, layout, match });
    }
  }
  return laid.sort((one, other) => other.match - one.match).slice(0, maxFits);
}

function improve(plane: Plane, fit: RmqrFit, length: number): RmqrFit {
  if (fit.match >= sureMatch) return fit;
  const { layout } = fit;
  const module = length / layout.columns;
  const best = moveCorners(
    fit,
    steps.map((step) => step * module),
    (corners) => measureMatch(plane, corners, layout),
  );
  return { ...best, layout };
}

function readFit(plane: Plane, { corners, layout }: RmqrFit, engine: Engine): Found[] {
  const { columns, rows, toFixed } = layout;
  const area = { corners, columns, rows };
  for (const threshold of ["global", "local"] as const) {
    const bits = sampleModules(plane, area, threshold, toFixed);
    const found = engine.read(drawClean(bits, columns, rows), { formats: ["rmqr"] });
    if (found.length > 0) return [{ ...found[0]!, corners }];
  }
  return [];
}

/** Where a version is dark (-1) and light (1) in any case, in modules from its corner. */
type Layout = RmqrSize & {
  toFixed: ReturnType<typeof createFixedModules>;
  samples: { x: number; y: number; value: number }[];
};

let knownLayouts: Layout[] | undefined;

function layouts(): Layout[] {
  knownLayouts ??= rmqrSizes.map(createLayout);
  return knownLayouts;
}

function createLayout(size: RmqrSize): Layout {
  const { columns, rows } = size;
  const toFixed = createFixedModules(size);
  const samples: Layout["samples"] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isDark = toFixed(column, row);
      if (isDark === undefined) continue;
      const [x, y] = [(column + 0.5) / columns, (row + 0.5) / rows];
      samples.push({ x, y, value: isDark ? -1 : 1 });
    }
  }
  return { columns, rows, toFixed, samples };
}

/** The correlation of the brightness of the fixed modules with what it should be, from -1 to 1. */
function measureMatch(plane: Plane, corners: Corners, { samples }: Layout): number {
  const project = projectSquare(corners, 1);
  if (!project) return -1;
  const match = createMatch();
  for (const { x, y, value } of samples) {
    const point = project(x, y);
    match.add(interpolate(plane, point.x, point.y), value);
  }
  return match.measure();
}

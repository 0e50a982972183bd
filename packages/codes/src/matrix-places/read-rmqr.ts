import type { Engine, Found } from "../engine/engine.ts";
import { findBounds } from "../geometry/box.ts";
import { type Corners, mapCorners } from "../geometry/corners.ts";
import type { Point } from "../geometry/point.ts";
import { projectSquare } from "../geometry/projection.ts";
import { contains, toRegion } from "../geometry/region.ts";
import { memoize } from "../memoize.ts";
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

/** The number of rectangles in succession without a reading after which no other is tried. */
const maxFruitlessPlaces = 64;
/** The maximum factor between the proportions of a rectangle and those of its version. */
const maxStretch = 1.2;
/** The minimum match before corners are moved. Other rectangles matched at most 0.27 in photos. */
const minLaidMatch = 0.3;
/**
 * The minimum match after that. Other rectangles matched at most 0.45 in photos, and drawn rMQR of
 * two pixels a module at least 0.9, or 0.8 if they are laid upside down.
 */
const minMatch = 0.6;
/** The match from which moving corners changes no module. */
const certainMatch = 0.9;
/**
 * The minimum long side of a halved picture in pixels. Pictures are halved at first, and searched
 * in full size only after an rMQR was read in them.
 */
const minSide = 800;
/** The maximum number of versions that are tried on a rectangle. */
const maxFits = 2;
/** The steps by which corners are moved, in modules. */
const steps = [1, 0.5, 0.25, 0.12];

type RmqrFit = Fit & { layout: Layout };

/**
 * Returns `readings` with the rMQR of a picture that they lack. zxing-cpp finds their patterns only
 * if rows of modules are nearly rows of pixels, within a tenth of a degree. Here dark rectangles of
 * unread texture are taken for rMQR of each version of their proportions, moved until its fixed
 * patterns fit, sampled, and drawn clean.
 *
 * Nothing is guessed: a sixth to a half of the modules are fixed (ISO/IEC 23941:2022, 5.3)
 * and have to match before anything is read, and zxing-cpp then checks the format information
 * and the Reed-Solomon code. A Micro QR that was read within an rMQR has less of all that and is
 * dropped. In a picture of more than 1,920 pixels, modules have to be about 3 pixels wide for each
 * 4,000 pixels of its longer side. Calls `onPlace` before a place with fixed patterns is read.
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
  const readInSize = (side: number) => {
    let fruitlessCount = 0;
    for (const rectangle of listRectangles(picture, merged, side)) {
      if (fruitlessCount >= maxFruitlessPlaces) break;
      if (isRead(toCenter(rectangle.corners))) continue;
      const found = readRectangle(plane, rectangle, engine, onPlace);
      fruitlessCount = found.length > 0 ? 0 : fruitlessCount + 1;
      const others = merged.filter((reading) => !isMicroQrWithin(reading, found));
      merged = mergeReadings(others, found);
    }
  };
  const large = picture.large();
  const side = Math.max(large.width, large.height);
  const half = Math.max(minSide, side / 2);
  readInSize(half);
  if (half < side && merged.some(({ format }) => format === "rmqr")) readInSize(side);
  return merged;
}

/**
 * Lists the dark rectangles of unread texture in a copy of the picture whose long side is `side`
 * pixels long. Returns them in pixels of the frame.
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
  let isPlaceReported = false;
  for (const laid of layVersions(plane, rectangle)) {
    const fit = improveFit(plane, laid, rectangle.length);
    if (fit.match < minMatch) continue;
    if (!isPlaceReported) onPlace();
    isPlaceReported = true;
    const found = readFit(plane, fit, engine);
    if (found.length > 0) return found;
  }
  return [];
}

/** Lays the versions with the proportions of a rectangle on it, both ways up. Returns the best. */
function layVersions(plane: Plane, { corners, length, height }: DarkRectangle): RmqrFit[] {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const upsideDown: Corners = [bottomRight, bottomLeft, topLeft, topRight];
  const fits: RmqrFit[] = [];
  for (const layout of layouts()) {
    const stretch = (length / height) * (layout.rows / layout.columns);
    if (stretch > maxStretch || stretch < 1 / maxStretch) continue;
    for (const turned of [corners, upsideDown]) {
      const match = measureMatch(plane, turned, layout);
      if (match >= minLaidMatch) fits.push({ corners: turned, layout, match });
    }
  }
  return fits.sort((a, b) => b.match - a.match).slice(0, maxFits);
}

/** Moves the corners of a fit to where it matches best. */
function improveFit(plane: Plane, fit: RmqrFit, length: number): RmqrFit {
  if (fit.match >= certainMatch) return fit;
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

/**
 * A version of rMQR with its fixed modules, and samples of these: positions as parts of the width
 * and height, and -1 for dark or 1 for light.
 */
type Layout = RmqrSize & {
  toFixed: ReturnType<typeof createFixedModules>;
  samples: { x: number; y: number; value: number }[];
};

const layouts = memoize((): Layout[] => rmqrSizes.map(createLayout));

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

/** Returns the correlation of the picture with the fixed modules of a version, from -1 to 1. */
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

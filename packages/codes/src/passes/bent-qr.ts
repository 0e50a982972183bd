import type { Engine, Found, QrOutline } from "../engine/engine.ts";
import { type Corners, mapCorners } from "../geometry/corners.ts";
import { scalePoint } from "../geometry/point.ts";
import type { Picture } from "../picture.ts";
import type { Plane } from "../plane.ts";
import { findQrCandidates } from "../qr-grid/find-qr-candidates.ts";
import { getSize } from "../qr-grid/known-modules.ts";
import { readBentGrid } from "../qr-grid/read-bent-grid.ts";
import type { Pass } from "./pass.ts";

/**
 * Reads QR codes on cloth, bottles and crumpled paper that earlier passes have located but not
 * read.
 */
export const bentQr: Pass = createBentQrPass({ maxCount: 2, nudges: [0] });

/**
 * Tries more of the located QR codes, and also moves their corners a little, which are often off by
 * half a module.
 */
export const bentQrAgain: Pass = createBentQrPass({ maxCount: 4, nudges: [0, 0.004, -0.004] });

/** Reads QR codes that zxing-cpp does not locate, by their finder patterns. */
export const foundQr: Pass = function* (picture, engine) {
  if (!engine.isWanted("qr")) return;
  const plane = picture.large();
  yield* readOutlines(
    plane,
    engine,
    findQrCandidates(plane).map((outline) => ({ outline, nudge: 0 })),
  );
};

/** The maximum version, because bending the modules of a larger one takes too long. */
const maxVersion = 14;
/** The minimum width of a module in pixels of the plane: smaller modules cannot be told apart. */
const minModuleWidth = 1.5;
/**
 * The number of modules after which a pass lays no further grid. Bending takes about 10 µs for each
 * module. A limit on time would make a busy machine read less.
 */
const maxModules = 16_000;
/** Two outlines are the same if their corners round to the same multiples of a part of the size. */
const distinctSteps = 20;

/**
 * Creates a pass over located QR codes. `nudges` move their corners, in parts of their diagonal.
 */
function createBentQrPass(options: { maxCount: number; nudges: readonly number[] }): Pass {
  return function* (picture, engine) {
    if (!engine.isWanted("qr")) return;
    const plane = picture.large();
    const outlines = listDistinct(picture, plane).slice(0, options.maxCount);
    yield* readOutlines(
      plane,
      engine,
      outlines.flatMap((outline) => options.nudges.map((nudge) => ({ outline, nudge }))),
    );
  };
}

function* readOutlines(
  plane: Plane,
  engine: Engine,
  attempts: readonly { outline: QrOutline; nudge: number }[],
): Iterable<Found[]> {
  let moduleCount = 0;
  for (const { outline, nudge } of attempts) {
    if (moduleCount >= maxModules) return;
    moduleCount += getSize(outline.version) ** 2;
    yield readOutline(plane, engine, outline, nudge);
  }
}

function readOutline(plane: Plane, engine: Engine, outline: QrOutline, nudge: number): Found[] {
  const offset = nudge * diagonal(outline.corners);
  const corners = mapCorners(outline.corners, ({ x, y }) => ({ x: x + offset, y: y + offset }));
  let found: Found[] = [];
  readBentGrid(plane, corners, outline.version, (clean) => {
    found = engine.read(clean, { isCleanQrCode: true });
    return found.length > 0;
  });
  const frameCorners = mapCorners(outline.corners, (point) => scalePoint(point, plane.scale));
  return found.map((reading) => ({ ...reading, corners: frameCorners }));
}

/** Returns the located codes in pixels of the plane, without those at nearly the same place. */
function listDistinct(picture: Picture, plane: Plane): QrOutline[] {
  const seenKeys = new Set<string>();
  return picture.unreadQrCodes
    .map(({ corners, version }) => ({
      corners: mapCorners(corners, (point) => scalePoint(point, 1 / plane.scale)),
      version,
    }))
    .filter(({ corners, version }) => {
      const size = diagonal(corners);
      const moduleWidth = size / Math.SQRT2 / getSize(version);
      const coordinates = corners.flatMap(({ x, y }) => [
        (x / size) * distinctSteps,
        (y / size) * distinctSteps,
      ]);
      const key = [version, ...coordinates.map(Math.round)].join();
      const isNew = !seenKeys.has(key);
      seenKeys.add(key);
      return isNew && moduleWidth >= minModuleWidth && version <= maxVersion;
    });
}

function diagonal([topLeft, , bottomRight]: Corners): number {
  return Math.hypot(topLeft.x - bottomRight.x, topLeft.y - bottomRight.y);
}

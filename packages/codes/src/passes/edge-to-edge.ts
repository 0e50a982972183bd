import type { Found } from "../engine/engine.ts";
import { mapCorners } from "../geometry/corners.ts";
import { scalePoint } from "../geometry/point.ts";
import { enlarge, type Plane } from "../plane.ts";
import type { Pass } from "./pass.ts";

/**
 * The part of a picture's long side that is added to each side: two modules of the narrowest
 * MicroPDF417, or more.
 */
const marginPart = 1 / 16;
/** zxing-cpp does not read rows that few lines of pixels show. */
const smallSide = 120;
/** How dark an edge of the picture is on which bars end, and one that crosses bars. */
const leastDark = 0.7;
const [leastMixed, mostMixed] = [0.2, 0.85];

/**
 * Reads a MicroPDF417 that a picture was cut to, without any quiet zone, which zxing-cpp does not
 * read. Every row begins and ends with a bar, so two opposite edges of such a picture are dark.
 */
export const edgeToEdge: Pass = (picture, engine) => {
  const large = picture.large();
  if (!engine.isWanted("micropdf417") || !isFilled(large)) return [];
  const plane = Math.min(large.width, large.height) < smallSide ? enlarge(large) : large;
  const margin = Math.ceil(Math.max(plane.width, plane.height) * marginPart);
  const formats = ["micropdf417"] as const;
  const found = engine.read(addMargin(plane, margin), {
    formats,
    tryHarder: true,
    tryTurned: true,
  });
  return [found.map((reading) => moveBack(reading, plane.scale, margin))];
};

/** Whether the darkness of a plane's edges is that of a code that fills it. */
function isFilled(plane: Plane): boolean {
  const { width, height } = plane;
  if (Math.min(width, height) < 3) return false;
  const middle = findMiddleBrightness(plane);
  const [top, bottom] = [0, height - 1].map((y) => measureDark(plane, y * width, 1, width, middle));
  const [left, right] = [0, width - 1].map((x) => measureDark(plane, x, width, height, middle));
  const isCut = (begin: number, end: number, side: number, otherSide: number) =>
    Math.min(begin, end) >= leastDark &&
    Math.min(side, otherSide) >= leastMixed &&
    Math.max(side, otherSide) <= mostMixed;
  return isCut(left!, right!, top!, bottom!) || isCut(top!, bottom!, left!, right!);
}

function findMiddleBrightness({ data }: Plane): number {
  let [least, most] = [255, 0];
  for (const value of data) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return (least + most) / 2;
}

/** The part of a line of pixels that is darker than `middle`. */
function measureDark(
  { data }: Plane,
  first: number,
  step: number,
  count: number,
  middle: number,
): number {
  let dark = 0;
  for (let i = 0, at = first; i < count; i++, at += step) if (data[at]! < middle) dark++;
  return dark / count;
}

function addMargin({ data, width, height }: Plane, margin: number): Plane {
  const fullWidth = width + 2 * margin;
  const fullHeight = height + 2 * margin;
  const output = new Uint8Array(fullWidth * fullHeight).fill(255);
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    output.set(row, (y + margin) * fullWidth + margin);
  }
  return { data: output, width: fullWidth, height: fullHeight, scale: 1 };
}

function moveBack(found: Found, scale: number, margin: number): Found {
  const corners = mapCorners(found.corners, ({ x, y }) =>
    scalePoint({ x: x - margin, y: y - margin }, scale),
  );
  return { ...found, corners };
}

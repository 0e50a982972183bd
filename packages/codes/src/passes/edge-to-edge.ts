import type { Found } from "../engine/engine.ts";
import { mapCorners } from "../geometry/corners.ts";
import { scalePoint } from "../geometry/point.ts";
import { enlarge, type Plane } from "../plane.ts";
import type { Pass } from "./pass.ts";

/**
 * The margin that is added to each side, as a part of the picture's long side: at least two modules
 * of the narrowest MicroPDF417.
 */
const marginPart = 1 / 16;
/** The minimum short side in pixels: zxing-cpp does not read rows of few lines of pixels. */
const minShortSide = 120;
/** The minimum dark part of an edge of the picture at which all rows begin or end with a bar. */
const minBarPart = 0.7;
/** The minimum and maximum dark part of an edge that crosses bars and spaces. */
const [minMixedPart, maxMixedPart] = [0.2, 0.85];

/**
 * Reads a MicroPDF417 that a picture was cut to, without any quiet zone, which zxing-cpp does not
 * read. Every row begins and ends with a bar, so two opposite edges of such a picture are dark.
 */
export const edgeToEdge: Pass = (picture, engine) => {
  const large = picture.large();
  if (!engine.isWanted("micropdf417") || !isFilled(large)) return [];
  const plane = Math.min(large.width, large.height) < minShortSide ? enlarge(large) : large;
  const margin = Math.ceil(Math.max(plane.width, plane.height) * marginPart);
  const formats = ["micropdf417"] as const;
  const found = engine.read(addMargin(plane, margin), {
    formats,
    tryHarder: true,
    tryTurned: true,
  });
  return [found.map((reading) => removeMargin(reading, plane.scale, margin))];
};

/** Whether the edges of a plane look like those of a MicroPDF417 that fills it. */
function isFilled(plane: Plane): boolean {
  const { width, height } = plane;
  if (Math.min(width, height) < 3) return false;
  const threshold = findThreshold(plane);
  const measureRow = (y: number) => measureDarkPart(plane, y * width, 1, width, threshold);
  const measureColumn = (x: number) => measureDarkPart(plane, x, width, height, threshold);
  const [top, bottom] = [measureRow(0), measureRow(height - 1)];
  const [left, right] = [measureColumn(0), measureColumn(width - 1)];
  const isCut = (begin: number, end: number, side: number, otherSide: number) =>
    Math.min(begin, end) >= minBarPart &&
    Math.min(side, otherSide) >= minMixedPart &&
    Math.max(side, otherSide) <= maxMixedPart;
  return isCut(left, right, top, bottom) || isCut(top, bottom, left, right);
}

/** Returns the brightness halfway between the darkest and the lightest pixel. */
function findThreshold({ data }: Plane): number {
  let [min, max] = [255, 0];
  for (const value of data) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return (min + max) / 2;
}

/** Returns the part of a line of pixels that is darker than the threshold. */
function measureDarkPart(
  { data }: Plane,
  first: number,
  step: number,
  count: number,
  threshold: number,
): number {
  let darkCount = 0;
  for (let i = 0, index = first; i < count; i++, index += step) {
    if (data[index]! < threshold) darkCount++;
  }
  return darkCount / count;
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

function removeMargin(found: Found, scale: number, margin: number): Found {
  const corners = mapCorners(found.corners, ({ x, y }) =>
    scalePoint({ x: x - margin, y: y - margin }, scale),
  );
  return { ...found, corners };
}

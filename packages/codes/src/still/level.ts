import { turnPlane } from "../bars/turn-plane.ts";
import type { Effort, Engine, Found } from "../engine/engine.ts";
import { findBounds } from "../geometry/box.ts";
import type { Corners } from "../geometry/corners.ts";
import { toRegion } from "../geometry/region.ts";
import { keepManyAgreed } from "../passes/certainty.ts";
import { keepThorough, thoroughEffort } from "../passes/whole-picture.ts";
import { createPicture, type Picture } from "../picture.ts";
import { cropPlane, enlarge, type Plane, sharpen } from "../plane.ts";
import type { CodeFormat } from "../readings/formats.ts";
import { mergeReadings } from "../readings/merge.ts";
import { moveReadings } from "../readings/move-readings.ts";
import { listTiles } from "../unread/tiles.ts";
import { toFullHeight } from "./full-height.ts";
import { readCrowd } from "./read-crowd.ts";

/** The minimum turn of a sheet in radians: zxing-cpp reads codes that are turned by less. */
const minTurn = 0.02;
/** The maximum difference of the turns of codes of a sheet, in radians. */
const maxTurnDifference = 0.04;
/**
 * Matrix codes that zxing-cpp reads only if they are nearly level. Where one of them was read,
 * others may be missed.
 */
const levelFormats: ReadonlySet<CodeFormat> = new Set(["micropdf417", "microqr", "rmqr"]);
/** Formats that zxing-cpp reads however they are turned. */
const anyTurnFormats: ReadonlySet<CodeFormat> = new Set(["qr", "datamatrix", "aztec", "maxicode"]);
/**
 * Formats of which zxing-cpp reads one code on each line, even if several are beside each other.
 */
const onePerLineFormats: readonly CodeFormat[] = ["databar", "databar-expanded", "databar-limited"];
/** The maximum number of codes beside each other that are read one after another. */
const maxRounds = 16;
/**
 * The minimum number of scan lines that agree on an EAN or UPC, as rows of a turned picture share
 * pixels.
 */
const minEanLines = 32;
/** The maximum reach of bars beyond the corners of their reading, as a part of their length. */
const maxMissedBars = 0.5;
/** The margin of paper around a code that is covered with it, in pixels. */
const coveredMargin = 3;

/**
 * Returns the turn of a sheet of codes, in radians, which the codes show that have been read, or
 * undefined if `readLevel` would read nothing more there. Of the codes that are not read at any
 * turn, at least two and half of all have to agree, or one has to be of a format that is read only
 * where it is level. So nothing is turned in a photo of one code, and a level picture is only read
 * again if it has DataBar.
 */
export function findLevelTurn(readings: readonly Found[]): number | undefined {
  const known = readings.filter(({ format }) => !anyTurnFormats.has(format));
  const turns = known.map(({ corners }) => toTurn(toRegion(corners, 1).angle));
  const groups = turns.map((turn) =>
    turns
      .map((other) => toTurn(other - turn))
      .filter((difference) => Math.abs(difference) < maxTurnDifference),
  );
  const maxCount = Math.max(0, ...groups.map(({ length }) => length));
  if (maxCount === 0 || maxCount * 2 < known.length) return undefined;
  if (maxCount === 1 && !known.some(isLevelFormat)) return undefined;
  const index = groups.findIndex(({ length }) => length === maxCount);
  const sum = groups[index]!.reduce((total, difference) => total + difference, 0);
  const turn = toTurn(turns[index]! + sum / maxCount);
  if (Math.abs(turn) >= minTurn) return turn;
  return known.some(isOnePerLine) ? 0 : undefined;
}

/**
 * Reads a sheet of codes that are all turned by `turn` radians: makes the picture level and reads
 * what is left of it with all effort, MicroPDF417, Micro QR, rMQR and linear codes also enlarged
 * and sharpened, and DataBar that are beside each other one after another. Returns the known
 * readings and the new ones.
 *
 * Readings pass the same filters as those of other altered pixels. Codes that have been read are
 * made blank, so nothing is read from their parts.
 */
export function readLevel(
  picture: Picture,
  engine: Engine,
  known: readonly Found[],
  turn: number,
): Found[] {
  const { plane, toFrame, fromFrame } =
    turn === 0 ? copyPlane(picture.whole()) : turnPlane(picture.whole(), turn);
  let read: Found[] = known.map((reading) => ({ ...reading, corners: fromFrame(reading.corners) }));
  for (const reading of read) coverCode(plane, reading);
  const readWith = (attempt: Attempt) => {
    const found = readPrint(plane, engine, attempt);
    const certain = keepThorough(turn === 0 ? found : keepManyAgreed(found, minEanLines));
    const level = createPicture(() => plane);
    const confirmed = toFullHeight(level, certain).filter(
      (reading) => reading.format !== "databar-expanded" || isReadAlone(plane, reading, engine),
    );
    const merged = mergeReadings(read, confirmed);
    const added = merged.slice(read.length);
    for (const reading of added) coverCode(plane, reading);
    read = merged;
    return added;
  };
  if (turn !== 0) readWith({ effort: thoroughEffort });
  if (turn !== 0 && read.some(isLevelFormat)) levelAttempts.forEach(readWith);
  if (turn !== 0 && read.some(isLinear)) readWith(linearAttempt);
  for (let round = 0; round < maxRounds && read.some(isOnePerLine); round++) {
    if (!readWith({ effort: onePerLineEffort }).some(isOnePerLine)) break;
  }
  if (turn !== 0)
    read = readCrowd(
      createPicture(() => plane),
      engine,
      read,
    );
  const added = read.slice(known.length);
  return [...known, ...added.map((reading) => ({ ...reading, corners: toFrame(reading.corners) }))];
}

const isOnePerLine = ({ format }: Found) => onePerLineFormats.includes(format);
const isLevelFormat = ({ format }: Found) => levelFormats.has(format);
const isLinear = ({ lineCount }: Found) => lineCount > 0;

/**
 * Turning softens modules of two pixels. Of a sheet of 160 MicroPDF417 that was turned by 20
 * degrees, 156 are read with these and 149 without.
 */
const levelAttempts: readonly Attempt[] = [
  { effort: { family: "matrix", tryHarder: true, globalThreshold: true } },
  { effort: { family: "matrix", tryHarder: true }, alter: (part) => sharpen(part, 2, 1.5) },
  {
    effort: { family: "matrix", tryHarder: true },
    maxArea: 2 ** 22,
    alter: (part) => sharpen(enlarge(part), 2, 2),
  },
];

/**
 * Turning also softens bars of two pixels. Without this, 104 to 160 of a sheet of 160 DataBar
 * Limited are read, depending on the exact turn. With it, all are.
 */
const linearAttempt: Attempt = {
  effort: { family: "linear", tryHarder: true },
  maxArea: 2 ** 22,
  alter: (part) => sharpen(enlarge(part), 2, 2),
  rowsPerLine: 2,
};

/** A way to alter and read parts of the level picture that have at most `maxArea` pixels. */
type Attempt = {
  effort: Effort;
  maxArea?: number;
  alter?: (part: Plane) => Plane;
  /** The number of rows of an altered part that show one row of the picture: 1 by default. */
  rowsPerLine?: number;
};

const onePerLineEffort: Effort = { formats: onePerLineFormats, tryHarder: true, tryTurned: true };

/**
 * Whether a code is also read in a crop of its own. zxing-cpp takes pairs of characters between the
 * first and the last pair of a DataBar Expanded from other symbols of the plane.
 */
function isReadAlone(plane: Plane, { corners, content }: Found, engine: Engine): boolean {
  const { left, top, right, bottom } = findBounds(corners);
  const [x, y] = [left - coveredMargin, top - coveredMargin];
  const box = {
    x: Math.max(0, x),
    y: Math.max(0, y),
    width: right + coveredMargin - x,
    height: bottom + coveredMargin - y,
  };
  const found = engine.read(cropPlane(plane, box), onePerLineEffort);
  return found.some((other) => other.content === content);
}

function copyPlane(plane: Plane): ReturnType<typeof turnPlane> {
  const keep = (corners: Corners) => corners;
  return { plane: { ...plane, data: plane.data.slice() }, toFrame: keep, fromFrame: keep };
}

/** Returns the angle within an eighth of a turn that is the same but for quarter turns. */
function toTurn(angle: number): number {
  return angle - Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);
}

/**
 * Makes the pixels of a code as light as the lightest of them, which is paper. Bars of linear codes
 * are covered as far as they reach, because uncovered parts of them hide the codes beside them.
 */
function coverCode(plane: Plane, { corners, lineCount }: Found): void {
  const region = toRegion(corners, 1);
  const half = region.height / 2;
  let [dark, paper] = [255, 0];
  const eachPixel = (across: number, visit: (index: number) => void) => {
    const [ux, uy] = [Math.cos(region.angle), Math.sin(region.angle)];
    const reach = region.length / 2 + coveredMargin;
    // Half a pixel leaves none out, however the region is turned.
    for (let along = -reach; along <= reach; along += 0.5) {
      const x = Math.round(region.x + ux * along - uy * across);
      const y = Math.round(region.y + uy * along + ux * across);
      if (x >= 0 && y >= 0 && x < plane.width && y < plane.height) visit(y * plane.width + x);
    }
  };
  for (let across = -half; across <= half; across++) {
    eachPixel(across, (i) => {
      dark = Math.min(dark, plane.data[i]!);
      paper = Math.max(paper, plane.data[i]!);
    });
  }
  const isPrinted = (across: number) => {
    let darkest = paper;
    eachPixel(across, (i) => {
      darkest = Math.min(darkest, plane.data[i]!);
    });
    return darkest < (dark + paper) / 2;
  };
  const findEnd = (side: 1 | -1) => {
    let end = half;
    const last = lineCount > 0 ? half + region.length * maxMissedBars : half;
    while (end < last && isPrinted(side * end)) end++;
    return end + coveredMargin;
  };
  const [above, below] = [findEnd(-1), findEnd(1)];
  for (let across = -above; across <= below; across += 0.5) {
    eachPixel(across, (i) => {
      plane.data[i] = paper;
    });
  }
}

/** Reads a plane where something is printed. MaxiCode is only read where nothing else is. */
function readPrint(plane: Plane, engine: Engine, attempt: Attempt): Found[] {
  const { effort, maxArea = Number.POSITIVE_INFINITY, alter = (part) => part } = attempt;
  const { rowsPerLine = 1 } = attempt;
  let merged: Found[] = [];
  for (const box of listTiles(plane)) {
    if (box.width * box.height > maxArea) continue;
    const found = engine
      .read(alter(cropPlane(plane, box)), effort)
      .map((code) => ({ ...code, lineCount: Math.ceil(code.lineCount / rowsPerLine) }));
    merged = mergeReadings(merged, moveReadings(found, box));
  }
  return merged.filter(({ format }) => format !== "maxicode");
}

import { markerCodes } from "./marker-codes.ts";

export const papers = ["a4", "letter"] as const;
export type Paper = (typeof papers)[number];

/** A marker on the mat. */
export type MatMarker = {
  /** Its index in `markerCodes`. */
  id: number;
  /**
   * Clockwise from the top left as it is read, in millimeters from the middle of the paper, y up.
   */
  corners: readonly [MatPoint, MatPoint, MatPoint, MatPoint];
  /** A check marker is kept out of every fit. Its place in a picture shows how exact the fit is. */
  isCheck: boolean;
};

export type MatPoint = readonly [x: number, y: number];

/** A sheet of paper with markers round a free area. Lengths are in millimeters. */
export type Mat = {
  paper: Paper;
  width: number;
  height: number;
  markers: readonly MatMarker[];
  /** How many times larger it is printed than it should be: 1 at 100 %. */
  scale: number;
};

const sizes: Record<Paper, readonly [width: number, height: number]> = {
  a4: [210, 297],
  letter: [215.9, 279.4],
};

/** The side of a marker, and how far all that is printed is from the edge of the paper. */
export const markerSize = 20;
export const margin = 7;
/** Kept white round a marker: a bit of it. */
export const quietZone = 2.5;
/**
 * Markers in a column on each side of the paper, and between the columns at the top and at the
 * bottom.
 */
const [inColumn, between] = [9, 3];
const checkIds: readonly number[] = [3, 9, 15, 21];

/**
 * Returns the mat for a size of paper: 24 markers clockwise from the top left, of which four are
 * check markers.
 */
export function createMat(paper: Paper): Mat {
  const [width, height] = sizes[paper];
  const [right, top] = [width, height].map((side) => side / 2 - margin - markerSize / 2) as [
    number,
    number,
  ];
  const across = steps(between + 2, right);
  const down = steps(inColumn, top);
  const middles: MatPoint[] = [
    ...across.map((x): MatPoint => [x, top]),
    ...down.slice(1).map((y): MatPoint => [right, -y]),
    ...across.slice(1).map((x): MatPoint => [-x, -top]),
    ...down.slice(1, -1).map((y): MatPoint => [-right, y]),
  ];
  const markers = markerCodes.map((_, id): MatMarker => {
    const [x, y] = middles[id]!;
    const half = markerSize / 2;
    return {
      id,
      corners: [
        [x - half, y + half],
        [x + half, y + half],
        [x + half, y - half],
        [x - half, y - half],
      ],
      isCheck: checkIds.includes(id),
    };
  });
  return { paper, width, height, markers, scale: 1 };
}

/** Returns `count` numbers from `-end` to `end`. */
const steps = (count: number, end: number): number[] =>
  Array.from({ length: count }, (_, index) => end * ((2 * index) / (count - 1) - 1));

/**
 * Returns the mat as it came out of a printer that scaled it by `factor`: the measured length of
 * the ruler over 100 mm.
 */
export function scaleMat(mat: Mat, factor: number): Mat {
  const scale = ([x, y]: MatPoint): MatPoint => [x * factor, y * factor];
  const markers = mat.markers.map(({ corners: [a, b, c, d], ...marker }) => ({
    ...marker,
    corners: [scale(a), scale(b), scale(c), scale(d)] as const,
  }));
  return {
    ...mat,
    width: mat.width * factor,
    height: mat.height * factor,
    markers,
    scale: mat.scale * factor,
  };
}

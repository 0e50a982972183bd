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
  /** A check marker is kept out of every fit. Its reprojection error is that of the fit. */
  isCheck: boolean;
};

export type MatPoint = readonly [x: number, y: number];

/** A sheet of paper with markers around a free area. Lengths are in millimeters. */
export type Mat = {
  paper: Paper;
  width: number;
  height: number;
  markers: readonly MatMarker[];
  /** The factor by which the printer scaled it: 1 at 100 %. */
  scale: number;
};

const sizes: Record<Paper, readonly [width: number, height: number]> = {
  a4: [210, 297],
  letter: [215.9, 279.4],
};

/** The side of a marker, in millimeters. */
export const markerSize = 20;
/** The blank border of the paper, in millimeters: printers cannot reach its edge. */
export const margin = 7;
/** The white frame around a marker, in millimeters: as wide as one of its bits. */
export const quietZone = 2.5;
/** Markers in a column on each side of the paper, and in a row at its top and at its bottom. */
const columnMarkers = 9;
const rowMarkers = 5;
/** One check marker on each side of the paper, next to the middle of the side. */
const checkIds: readonly number[] = [3, 9, 15, 21];

/**
 * Returns the mat for a size of paper: 24 markers clockwise from the top left, of which four are
 * check markers.
 */
export function createMat(paper: Paper): Mat {
  const [width, height] = sizes[paper];
  const right = width / 2 - margin - markerSize / 2;
  const top = height / 2 - margin - markerSize / 2;
  const xs = spaceEvenly(rowMarkers, right);
  const ys = spaceEvenly(columnMarkers, top);
  const centers: MatPoint[] = [
    ...xs.map((x): MatPoint => [x, top]),
    ...ys.slice(1).map((y): MatPoint => [right, -y]),
    ...xs.slice(1).map((x): MatPoint => [-x, -top]),
    ...ys.slice(1, -1).map((y): MatPoint => [-right, y]),
  ];
  return { paper, width, height, markers: centers.map(createMarker), scale: 1 };
}

function createMarker([x, y]: MatPoint, id: number): MatMarker {
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
}

/** Returns `count` numbers at equal distances, from `-end` to `end`. */
const spaceEvenly = (count: number, end: number): number[] =>
  Array.from({ length: count }, (_, index) => end * ((2 * index) / (count - 1) - 1));

/** Returns the mat as a printer scaled it: by the measured length of its ruler over 100 mm. */
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

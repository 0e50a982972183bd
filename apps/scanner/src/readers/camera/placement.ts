import type { Point } from "@scanhook/codes";

export type Size = { width: number; height: number };
export type Fit = "cover" | "contain";

/**
 * Maps a picture to the box that shows it: box = (left, top) + picture × scale. A mirrored picture
 * is flipped first. Sizes and offsets are in pixels.
 */
export type Placement = {
  picture: Size;
  box: Size;
  scale: number;
  left: number;
  top: number;
  mirrored: boolean;
};

/** Centers a picture in a box like CSS `object-fit`. */
export function placePicture(picture: Size, box: Size, fit: Fit, mirrored = false): Placement {
  const scaleX = box.width / picture.width;
  const scaleY = box.height / picture.height;
  const scale = fit === "cover" ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY);
  return {
    picture,
    box,
    scale,
    left: (box.width - picture.width * scale) / 2,
    top: (box.height - picture.height * scale) / 2,
    mirrored,
  };
}

/**
 * Chooses "cover", which looks best, unless it would hide more than half of the picture, as with a
 * landscape camera in a tall window.
 */
export function chooseFit(picture: Size, box: Size): Fit {
  const pictureRatio = picture.width / picture.height;
  const boxRatio = box.width / box.height;
  const visiblePart = Math.min(pictureRatio, boxRatio) / Math.max(pictureRatio, boxRatio);
  return visiblePart >= 0.5 ? "cover" : "contain";
}

/** Maps a point of the picture to the box. */
export function toBox(point: Point, { picture, scale, left, top, mirrored }: Placement): Point {
  const x = mirrored ? picture.width - point.x : point.x;
  return { x: left + x * scale, y: top + point.y * scale };
}

/** Maps a point of the box to the picture, also outside of it. */
export function toPicture(point: Point, { picture, scale, left, top, mirrored }: Placement): Point {
  const x = (point.x - left) / scale;
  return { x: mirrored ? picture.width - x : x, y: (point.y - top) / scale };
}

/**
 * Returns whether the center of a code is visible. A code that `cover` hides must not be scanned
 * unseen.
 */
export function isVisible(corners: readonly Point[], placement: Placement): boolean {
  const { x, y } = toBox(centerOf(corners), placement);
  return x >= 0 && y >= 0 && x <= placement.box.width && y <= placement.box.height;
}

/** Returns the mean of the corners. */
export function centerOf(corners: readonly Point[]): Point {
  const sum = corners.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / corners.length, y: sum.y / corners.length };
}

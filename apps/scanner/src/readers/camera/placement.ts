import type { Point } from "@scanhook/codes";

export type Size = { width: number; height: number };
export type Fit = "cover" | "contain";

/** Where a picture lies in the box that shows it: box = left + picture × scale, the picture turned over first if mirrored. */
export type Placement = {
  picture: Size;
  box: Size;
  scale: number;
  left: number;
  top: number;
  mirrored: boolean;
};

/** Places a picture in a box the way CSS `object-fit` does, centred. */
export function placePicture(picture: Size, box: Size, fit: Fit, mirrored = false): Placement {
  const across = box.width / picture.width;
  const down = box.height / picture.height;
  const scale = fit === "cover" ? Math.max(across, down) : Math.min(across, down);
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
 * Filling the box looks best, unless it would cut away more than half of what the camera sees: a landscape camera in a
 * tall window shows the whole picture instead.
 */
export function chooseFit(picture: Size, box: Size): Fit {
  const pictureShape = picture.width / picture.height;
  const boxShape = box.width / box.height;
  const shown = Math.min(pictureShape, boxShape) / Math.max(pictureShape, boxShape);
  return shown >= 0.5 ? "cover" : "contain";
}

export function toBox(point: Point, { picture, scale, left, top, mirrored }: Placement): Point {
  const x = mirrored ? picture.width - point.x : point.x;
  return { x: left + x * scale, y: top + point.y * scale };
}

export function toPicture(point: Point, { picture, scale, left, top, mirrored }: Placement): Point {
  const x = (point.x - left) / scale;
  return { x: mirrored ? picture.width - x : x, y: (point.y - top) / scale };
}

/** Whether the middle of a code can be seen: what `cover` cut away is not scanned behind anybody's back. */
export function isShown(corners: readonly Point[], placement: Placement): boolean {
  const { x, y } = toBox(middle(corners), placement);
  return x >= 0 && y >= 0 && x <= placement.box.width && y <= placement.box.height;
}

export function middle(corners: readonly Point[]): Point {
  const sum = corners.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / corners.length, y: sum.y / corners.length };
}

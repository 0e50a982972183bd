/** A part of a picture, at full or reduced resolution. */
export type CropArea = {
  /** The first column and row, in pixels of the picture. */
  left: number;
  top: number;
  /** The width of a pixel of the crop, in pixels of the picture. */
  scale: number;
  /** The columns and rows of the crop. */
  width: number;
  height: number;
};

/**
 * Converts a column of a picture to the column of a crop whose first column is `first`, or a row
 * likewise. Both count from the middle of the first pixel.
 */
export const toCropPixel = (pixel: number, first: number, scale: number): number =>
  (pixel - first + 0.5) / scale - 0.5;

/** Converts a column or row of a crop to that of the picture. The inverse of `toCropPixel`. */
export const toPicturePixel = (index: number, first: number, scale: number): number =>
  first + (index + 0.5) * scale - 0.5;

import { type Color, type ColorPlanes, perChannel, readColor, writeColor } from "./color-planes.ts";

/**
 * Writes a color in the space I1 I2 I3 of Ohta, Kanade and Sakai ("Color information for region
 * segmentation", 1980) into `out`: the brightness, then two components of chroma, which tell red
 * from blue and green from both.
 */
export function toOhtaColor(red: number, green: number, blue: number, out: Color): void {
  out[0] = (red + green + blue) / 3;
  out[1] = (red - blue) / 2;
  out[2] = (2 * green - red - blue) / 4;
}

/** Converts the red, green and blue of all pixels to the space of `toOhtaColor`. */
export function toOhtaPlanes(rgb: ColorPlanes): ColorPlanes {
  const planes = perChannel(() => new Float32Array(rgb[0].length));
  const color: Color = [0, 0, 0];
  for (let at = 0; at < rgb[0].length; at++) {
    readColor(rgb, at, color);
    toOhtaColor(color[0], color[1], color[2], color);
    writeColor(planes, at, color);
  }
  return planes;
}

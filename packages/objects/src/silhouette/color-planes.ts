/** A color, or light, as three numbers: red, green and blue, or those of another color space. */
export type Color = [number, number, number];

export const channels = [0, 1, 2] as const;

/** Returns what `make` returns for each of the three channels. */
export const perChannel = <T>(make: (channel: 0 | 1 | 2) => T): [T, T, T] => [
  make(0),
  make(1),
  make(2),
];

/** The three channels of a picture, each with a value for every pixel. */
export type ColorPlanes = readonly [Float32Array, Float32Array, Float32Array];

/** Separates the channels of interleaved pixels. */
export function toPlanes(rgb: Uint8Array): ColorPlanes {
  return perChannel((channel) => {
    const plane = new Float32Array(rgb.length / 3);
    for (let at = 0; at < plane.length; at++) plane[at] = rgb[3 * at + channel]!;
    return plane;
  });
}

/** Writes the color of a pixel into `color`. */
export function readColor(planes: ColorPlanes, at: number, color: Color): void {
  color[0] = planes[0][at]!;
  color[1] = planes[1][at]!;
  color[2] = planes[2][at]!;
}

/** Sets the color of a pixel. */
export function writeColor(planes: ColorPlanes, at: number, color: Color): void {
  planes[0][at] = color[0];
  planes[1][at] = color[1];
  planes[2][at] = color[2];
}

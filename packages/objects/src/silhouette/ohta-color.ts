/**
 * Writes the brightness of a color into `out`, then the two parts of its hue: how much more red
 * than blue, and how much more green than both.
 */
export function toParts(red: number, green: number, blue: number, out: Float64Array): void {
  out[0] = (red + green + blue) / 3;
  out[1] = (red - blue) / 2;
  out[2] = (2 * green - red - blue) / 4;
}

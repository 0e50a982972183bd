import { cellSize, sampleSheet, type ViewedGround } from "./ground-map.ts";
import type { Field } from "./segment.ts";

/**
 * The light on the mat, and the brightness and hue of the desk, are never taken to be more exact
 * than these shares.
 */
const minMatSpread = 0.03;
const minDeskSpread = 0.05;
const minHueSpread = 0.02;
/** The light on the mat is never taken to be less exact than this share. */
const maxMatSpread = 0.1;
/** A color counts as unknown if the views differ by more than this share. */
const maxKnownSpread = 0.3;

/**
 * Returns a view without the object, from how the mat is printed and what all views show of its
 * light and of the desk. `places` are those of `findPlanePlaces`.
 */
export function predictGround(
  places: Float32Array,
  { width, height }: { width: number; height: number },
  print: Float32Array,
  { map, exposure }: ViewedGround,
): Pick<Field, "ground" | "spreads" | "hueSpreads"> {
  const empty = () => new Float32Array(print.length).fill(Number.NaN);
  const ground = [empty(), empty(), empty()] as const;
  const spreads = new Float32Array(print.length);
  const hueSpreads = empty();
  const seen = new Float64Array(cellSize);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const corner = 2 * (row * (width + 1) + column);
      const opposite = corner + 2 * (width + 2);
      const x = (places[corner]! + places[opposite]!) / 2;
      const y = (places[corner + 1]! + places[opposite + 1]!) / 2;
      const tone = print[at]!;
      const isMat = tone >= 0;
      sampleSheet(isMat ? map.mat : map.desk, x, y, seen);
      const spread = seen[3]!;
      spreads[at] = isMat
        ? Math.max(minMatSpread, Math.min(maxMatSpread, spread || 0))
        : Math.max(minDeskSpread, spread);
      const isKnown = spread <= maxKnownSpread;
      if (!isKnown && !isMat) continue;
      if (!isMat) hueSpreads[at] = Math.max(minHueSpread, seen[4]!);
      for (let channel = 0; channel < 3; channel++) {
        const light = isKnown ? (seen[channel]! * exposure[channel]!) / 255 : 1;
        ground[channel]![at] = isMat ? tone * light : light;
      }
    }
  }
  return { ground, spreads, hueSpreads };
}

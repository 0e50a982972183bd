import { type Color, type ColorPlanes, channels, perChannel, writeColor } from "./color-planes.ts";
import type { ViewedGround } from "./ground-map.ts";
import { type GroundSample, sampleSheet } from "./ground-sheet.ts";

/**
 * The ground, which is the background of the object (mat and desk), as a view should see it without
 * the object, and how exactly that is known. Every array has a value for each pixel.
 */
export type GroundModel = {
  /** Red, green and blue up to a factor; NaN where they are not known. */
  colors: ColorPlanes;
  /** The standard deviation of the brightness, as a share of it. */
  deviations: Float32Array;
  /**
   * The standard deviation of the chroma, as a share of the brightness; NaN where the ground has no
   * chroma to compare: on the gray print, and where its colors are not known.
   */
  chromaDeviations: Float32Array;
};

/**
 * Limits of the standard deviations, as shares of the brightness. Views that agree better do so by
 * chance. The limit from above is for the light on the mat, whose print is known.
 */
const minMatDeviation = 0.03;
const maxMatDeviation = 0.1;
const minDeskDeviation = 0.05;
const minChromaDeviation = 0.02;
/** The light, or the color of the desk, is unknown where the views deviate by more than this. */
const maxKnownDeviation = 0.3;

/** The standard deviation of the light on the mat, as a share, before all views are compared. */
const printDeviation = 0.04;

/** Returns the ground of a view of which only the print of the mat is known. */
export function predictGroundByPrint(print: Float32Array): GroundModel {
  return {
    colors: [print, print, print],
    deviations: new Float32Array(print.length).fill(printDeviation),
    chromaDeviations: new Float32Array(print.length).fill(Number.NaN),
  };
}

/**
 * Returns the ground of a view from the print of the mat, and from its light and the desk as all
 * views show them. `points` are those of `findPlanePoints`.
 */
export function predictGround(
  points: Float32Array,
  { width, height }: { width: number; height: number },
  print: Float32Array,
  { map, exposure }: ViewedGround,
): GroundModel {
  const createUnknown = () => new Float32Array(print.length).fill(Number.NaN);
  const colors = perChannel(createUnknown);
  const deviations = new Float32Array(print.length);
  const chromaDeviations = createUnknown();
  const sample: GroundSample = { color: [0, 0, 0], deviation: 0, chromaDeviation: 0 };
  const ground: Color = [0, 0, 0];
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const corner = 2 * (row * (width + 1) + column);
      const opposite = corner + 2 * (width + 2);
      const x = findMiddle(points, corner, opposite);
      const y = findMiddle(points, corner + 1, opposite + 1);
      const tone = print[at]!;
      const isMat = tone >= 0;
      sampleSheet(isMat ? map.mat : map.desk, x, y, sample);
      const { color, deviation, chromaDeviation } = sample;
      deviations[at] = isMat
        ? Math.max(minMatDeviation, Math.min(maxMatDeviation, deviation || 0))
        : Math.max(minDeskDeviation, deviation);
      const isKnown = deviation <= maxKnownDeviation;
      if (!isKnown && !isMat) continue;
      if (!isMat) chromaDeviations[at] = Math.max(minChromaDeviation, chromaDeviation);
      for (const channel of channels) {
        const light = isKnown ? (color[channel] * exposure[channel]) / 255 : 1;
        ground[channel] = isMat ? tone * light : light;
      }
      writeColor(colors, at, ground);
    }
  }
  return { colors, deviations, chromaDeviations };
}

const findMiddle = (coordinates: Float32Array, from: number, to: number) =>
  (coordinates[from]! + coordinates[to]!) / 2;

import type { Measures } from "@scanhook/objects";

/**
 * Returns a length in millimeters with its uncertainty, rounded to tenths below an uncertainty of
 * 1 mm, else to whole millimeters: `84.3 ± 0.4 mm`, `212 ± 2 mm`.
 */
export function formatMillimeters(length: number, uncertainty: number): string {
  const digits = uncertainty < 1 ? 1 : 0;
  const shownUncertainty = Math.max(uncertainty, 10 ** -digits);
  return `${length.toFixed(digits)} ± ${shownUncertainty.toFixed(digits)} mm`;
}

/** Returns the three sides of the bounding box of an object: `84 × 66 × 91 mm`. */
export function formatBox({ box: { length, width, height } }: Pick<Measures, "box">): string {
  return `${[length, width, height].map((side) => side.toFixed(0)).join(" × ")} mm`;
}

/**
 * Returns a volume and its uncertainty, both given in cubic millimeters, in cubic centimeters:
 * `212 ± 4 cm³`.
 */
export function formatVolume(volume: number, uncertainty: number): string {
  const digits = uncertainty < 1000 ? 1 : 0;
  const shownUncertainty = Math.max(uncertainty, 1000 / 10 ** digits);
  return `${(volume / 1000).toFixed(digits)} ± ${(shownUncertainty / 1000).toFixed(digits)} cm³`;
}

/** Returns the measures of an object with all lengths multiplied by `scale`. */
export function scaleMeasures(
  { box, volume, area, uncertainty }: Measures,
  scale: number,
): Measures {
  return {
    box: {
      length: box.length * scale,
      width: box.width * scale,
      height: box.height * scale,
    },
    volume: volume * scale ** 3,
    area: area * scale ** 2,
    uncertainty: {
      length: uncertainty.length * scale,
      width: uncertainty.width * scale,
      height: uncertainty.height * scale,
      volume: uncertainty.volume * scale ** 3,
    },
  };
}

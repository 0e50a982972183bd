import type { Measures } from "@scanhook/objects";
import { formatDigits, formatUnit } from "../../texts/numbers.ts";
import { objectTexts } from "../../texts/objects.ts";

/**
 * Returns a length in millimeters with its uncertainty, rounded to tenths below an uncertainty of
 * 1 mm, else to whole millimeters: `84.3 ± 0.4 mm`, `212 ± 2 mm`.
 */
export function formatMillimeters(length: number, uncertainty: number): string {
  const digits = uncertainty < 1 ? 1 : 0;
  const shownUncertainty = Math.max(uncertainty, 10 ** -digits);
  return objectTexts.sizes.length({
    length: formatDigits(length, digits),
    uncertainty: formatDigits(shownUncertainty, digits),
  });
}

/** Returns the three sides of the bounding box of an object: `84 × 66 × 91 mm`. */
export function formatBox({ box: { length, width, height } }: Pick<Measures, "box">): string {
  return objectTexts.sizes.box({
    length: formatDigits(length, 0),
    width: formatDigits(width, 0),
    height: formatDigits(height, 0),
  });
}

/**
 * Returns a volume and its uncertainty, both given in cubic millimeters, in cubic centimeters:
 * `212 ± 4 cm³`.
 */
export function formatVolume(volume: number, uncertainty: number): string {
  const digits = uncertainty < 1000 ? 1 : 0;
  const shownUncertainty = Math.max(uncertainty, 1000 / 10 ** digits);
  return objectTexts.sizes.volume({
    volume: formatDigits(volume / 1000, digits),
    uncertainty: formatDigits(shownUncertainty / 1000, digits),
  });
}

/** Returns the size of files in megabytes, at least `0.1 MB`. */
export function formatMegabytes(bytes: number): string {
  return formatUnit(Math.max(0.1, bytes / 1e6), "megabyte", 1);
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

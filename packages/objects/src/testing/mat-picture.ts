import type { MatPrint } from "../silhouette/mat-print.ts";
import { createRandom } from "./random.ts";

/** How light the mat is at a place in millimeters from its middle, from 0 (ink) to 1 (paper). */
export type MatTone = (x: number, y: number) => number;

export const matSize = { width: 210, height: 297 } as const;
/** The part of the mat in which the object stands, without markers. */
export const freeSize = { width: 170, height: 200 } as const;

/** A mat for tests: black blocks round a free area that has a fine pattern in light gray. */
export function createMatTone(seed = 7): MatTone {
  const random = createRandom(seed);
  const fine = Uint8Array.from({ length: 200 * 200 }, () => (random() < 0.5 ? 1 : 0));
  const coarse = Uint8Array.from({ length: 100 * 100 }, () => (random() < 0.5 ? 1 : 0));
  return (x, y) => {
    if (Math.abs(x) > matSize.width / 2 - 5 || Math.abs(y) > matSize.height / 2 - 5) return 1;
    if (Math.abs(x) < freeSize.width / 2 && Math.abs(y) < freeSize.height / 2) {
      const cell = Math.floor(y / 2.5 + 100) * 200 + Math.floor(x / 2.5 + 100);
      return fine[cell] ? 0.62 : 1;
    }
    return coarse[Math.floor(y / 5 + 50) * 100 + Math.floor(x / 5 + 50)] ? 0.08 : 1;
  };
}

/** Draws the mat as it is printed, with the gray of ink that is not quite black. */
export function drawMat(tone: MatTone, pixelsPerMillimeter = 4): MatPrint {
  const [columns, rows] = [
    matSize.width * pixelsPerMillimeter,
    matSize.height * pixelsPerMillimeter,
  ];
  const tones = Uint8Array.from({ length: columns * rows }, (_, at) => {
    const x = ((at % columns) + 0.5) / pixelsPerMillimeter - matSize.width / 2;
    const y = matSize.height / 2 - (Math.floor(at / columns) + 0.5) / pixelsPerMillimeter;
    return 255 * (0.05 + 0.95 * tone(x, y)) ** (1 / 2.2);
  });
  return { ...matSize, pixelsPerMillimeter, tones };
}

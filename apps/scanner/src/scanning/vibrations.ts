import type { Cue } from "../outcome/cue.ts";

/**
 * Alternating milliseconds of vibration and pause: one short pulse for sent or yes, long ones for
 * failed or no, and a short and a long one for a question.
 */
export const vibrations: Record<Cue, readonly number[]> = {
  sent: [60],
  warned: [60, 60, 60],
  failed: [180, 80, 180, 80, 180],
  kept: [30],
  yes: [90],
  look: [90, 90, 90, 90, 90],
  no: [420, 120, 420],
  ask: [90, 90, 300],
  unchecked: [40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40],
};

import type { Reading } from "@scanhook/codes";
import { keyOf } from "./agreement.ts";

export type Choice =
  | { kind: "nothing" }
  | { kind: "one"; reading: Reading }
  | { kind: "several"; readings: Reading[] };

/** How long the codes read already wait for others in the picture that have been seen but not confirmed. */
export const patienceMs = 350;

/**
 * Takes a code that is alone in the picture at once; several become a list to choose from. Neighbours that one frame
 * saw and no second one confirmed yet are waited for, shortly.
 */
export function createChoice(): {
  /** `fresh`: the new codes of one frame. `trusted`: those of them that are confirmed. `at` in milliseconds. */
  choose(fresh: readonly Reading[], trusted: readonly Reading[], at: number): Choice;
} {
  let waitingSince: number | undefined;
  let ready = new Map<string, Reading>();
  const reset = () => {
    waitingSince = undefined;
    ready = new Map();
  };

  return {
    choose(fresh, trusted, at) {
      const keys = new Set(fresh.map(keyOf));
      for (const reading of trusted) {
        if (keys.has(keyOf(reading))) ready.set(keyOf(reading), reading);
      }
      if (ready.size === 0) return { kind: "nothing" };
      waitingSince ??= at;
      const unconfirmed = [...keys].some((key) => !ready.has(key));
      if (unconfirmed && at - waitingSince < patienceMs) return { kind: "nothing" };
      const readings = [...ready.values()];
      reset();
      const [first, ...others] = readings;
      if (!first) return { kind: "nothing" };
      return others.length === 0 ? { kind: "one", reading: first } : { kind: "several", readings };
    },
  };
}

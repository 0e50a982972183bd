import type { Reading } from "@scanhook/codes";
import { toCodeKey } from "./code-key.ts";

/** The codes to act on: none yet, one to scan, or several from which a person chooses. */
export type Choice =
  | { kind: "nothing" }
  | { kind: "one"; reading: Reading }
  | { kind: "several"; readings: Reading[] };

/** How long confirmed codes wait for unconfirmed codes in the same picture. */
export const patienceMs = 350;

/**
 * Creates the choice of codes in successive frames. A code that is alone in the picture is chosen
 * immediately; several codes become a list. The choice waits shortly for neighbors that one frame
 * showed and no second frame has confirmed yet.
 */
export function createChoice(): {
  /**
   * Returns the choice after a frame. `fresh` are its new codes and `trusted` its confirmed codes.
   * `timeMs` is the time of the frame and must not decrease.
   */
  choose(fresh: readonly Reading[], trusted: readonly Reading[], timeMs: number): Choice;
} {
  let waitingSinceMs: number | undefined;
  let confirmed = new Map<string, Reading>();
  const reset = () => {
    waitingSinceMs = undefined;
    confirmed = new Map();
  };

  return {
    choose(fresh, trusted, timeMs) {
      const freshKeys = new Set(fresh.map(toCodeKey));
      for (const reading of trusted) {
        if (freshKeys.has(toCodeKey(reading))) confirmed.set(toCodeKey(reading), reading);
      }
      if (confirmed.size === 0) return { kind: "nothing" };
      waitingSinceMs ??= timeMs;
      const hasUnconfirmed = [...freshKeys].some((key) => !confirmed.has(key));
      if (hasUnconfirmed && timeMs - waitingSinceMs < patienceMs) return { kind: "nothing" };
      const readings = [...confirmed.values()];
      reset();
      const [first, ...others] = readings;
      if (!first) return { kind: "nothing" };
      return others.length === 0 ? { kind: "one", reading: first } : { kind: "several", readings };
    },
  };
}

import type { Reading } from "@scanhook/codes";
import { toCodeKey } from "./code-key.ts";

/** The codes to act on: none yet, one to scan, or several from which a person chooses. */
export type Choice =
  | { kind: "nothing" }
  | { kind: "one"; reading: Reading }
  | { kind: "several"; readings: Reading[] };

/** How long confirmed codes wait for others in the picture that were read but not confirmed. */
export const patienceMs = 350;

/**
 * Chooses a code immediately if it is alone in the picture; several become a list. Waits shortly
 * for neighbors that one frame showed and no second frame has confirmed yet.
 */
export function createChoice(): {
  /**
   * `fresh`: the new codes of one frame. `trusted`: the confirmed codes of that frame. `timeMs`
   * never decreases.
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

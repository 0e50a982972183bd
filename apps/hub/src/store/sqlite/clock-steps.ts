/** The times before and after the clock was set, in milliseconds since 1970. */
export type ClockStep = { before: number; after: number };

/** Half of the shortest span after which a delivery expires. */
const minStepMs = 500;

/**
 * Creates a clock that calls `onStep` before it first returns a time after the clock was set by
 * half a second or more. Smaller steps count once they add up to that. If `onStep` rejects, the
 * next call repeats it.
 */
export function createSteppedClock(
  now: () => Date,
  onStep: (step: ClockStep) => Promise<unknown>,
): { now: () => Date; follow: (steadyMs: () => number) => void } {
  let findOffset: ((time: Date) => number) | undefined;
  let offsetMs = 0;
  return {
    now() {
      const time = now();
      const byMs = findOffset === undefined ? 0 : findOffset(time) - offsetMs;
      if (Math.abs(byMs) < minStepMs) return time;
      offsetMs += byMs;
      const after = time.getTime();
      onStep({ before: Math.round(after - byMs), after }).catch(() => {
        offsetMs -= byMs;
      });
      return time;
    },
    /** Begins to compare the clock with a time that does not depend on how it is set. */
    follow(steadyMs) {
      findOffset = (time) => time.getTime() - steadyMs();
      offsetMs = findOffset(now());
    },
  };
}

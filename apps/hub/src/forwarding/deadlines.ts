import type { ClaimedDelivery } from "../store/deliveries.ts";

/** Knows until when claimed deliveries may be sent, also if the clock is set meanwhile. */
export type Deadlines = {
  /** Notes a delivery that was just claimed. */
  note(claimed: ClaimedDelivery): void;
  /** Returns whether a noted delivery must not be sent any more. */
  hasPassed(claimed: ClaimedDelivery): boolean;
};

/** `steadyMs` returns milliseconds that do not depend on how the clock is set. */
export function createDeadlines(steadyMs: () => number): Deadlines {
  const deadlines = new WeakMap<ClaimedDelivery, number>();
  return {
    note(claimed) {
      if (claimed.expiresInMs !== undefined)
        deadlines.set(claimed, steadyMs() + claimed.expiresInMs);
    },
    hasPassed(claimed) {
      const deadline = deadlines.get(claimed);
      return deadline !== undefined && steadyMs() >= deadline;
    },
  };
}

import type { Reading } from "@scanhook/codes";

/**
 * A code in sight that is not scanned by itself: it was scanned before, or left out of a choice.
 */
type SkippedCode = { reading: Reading; scanned: boolean };

/**
 * An offer stays this long after its code is out of sight, because the phone moves when a person
 * reaches for the offer.
 */
const lingerMs = 2500;
/** After a scan, this long passes before the code still in the picture is offered. */
const quietMs = 1500;

/** Creates the list of codes in sight that a person may still scan. */
export function createSkippedCodes() {
  let codes = $state.raw<SkippedCode[]>([]);
  let quietUntil = 0;
  let offeredAt = 0;

  return {
    get codes() {
      return codes;
    },
    /** Removes the offers and makes no new ones for a moment. */
    hide() {
      codes = [];
      quietUntil = performance.now() + quietMs;
    },
    /** Offers the codes of a frame. `time` as `performance.now()` returns it. */
    offer(skipped: readonly Reading[], scannedBefore: readonly Reading[], time: number) {
      if (time <= quietUntil) return;
      if (skipped.length === 0 && time - offeredAt <= lingerMs) return;
      codes = skipped.map((reading) => ({ reading, scanned: scannedBefore.includes(reading) }));
      offeredAt = time;
    },
  };
}

import type { CodeFormat, Reading } from "@scanhook/codes";
import { toCodeKey } from "./code-key.ts";

/**
 * The formats with error correction, which makes a misread next to impossible. One frame of such a
 * code is enough.
 */
const errorCorrectedFormats: ReadonlySet<CodeFormat> = new Set<CodeFormat>([
  "qr",
  "microqr",
  "rmqr",
  "aztec",
  "datamatrix",
  "pdf417",
  "micropdf417",
  "maxicode",
]);

/** How long the first reading of a linear code waits for a second one that agrees. */
export const agreementMs = 1500;

export type Agreement = {
  /**
   * Takes the readings of one frame and returns the readings that can be trusted by now. `timeMs`
   * is the time of the frame and must not decrease.
   */
  confirm(readings: readonly Reading[], timeMs: number): Reading[];
};

/**
 * Creates a guard against misreads. A linear code has at most one check digit, so a blurred frame
 * sometimes gives a wrong number that looks right. A linear code is trusted once two frames agree,
 * because a wrong scan is worse for a receiver than a late scan.
 */
export function createAgreement(): Agreement {
  const lastSeenAtMs = new Map<string, number>();
  return {
    confirm(readings, timeMs) {
      for (const [key, seenAtMs] of lastSeenAtMs)
        if (timeMs - seenAtMs > agreementMs) lastSeenAtMs.delete(key);
      const trusted = readings.filter(
        (reading) =>
          errorCorrectedFormats.has(reading.format) || lastSeenAtMs.has(toCodeKey(reading)),
      );
      for (const reading of readings) lastSeenAtMs.set(toCodeKey(reading), timeMs);
      return trusted;
    },
  };
}

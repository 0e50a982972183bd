import type { CodeFormat, Reading } from "@scanhook/codes";
import { toCodeKey } from "./code-key.ts";

/**
 * These formats carry error correction, which makes a misread next to impossible: one frame is
 * enough.
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
   * Takes the readings of one frame and returns those that can be trusted by now. `timeMs` never
   * decreases.
   */
  confirm(readings: readonly Reading[], timeMs: number): Reading[];
};

/**
 * Guards against misreads. A linear code has at most one check digit, so a blurred frame sometimes
 * gives a wrong number that looks right. It counts once two frames agree, because for a webhook a
 * wrong scan is worse than a late one.
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

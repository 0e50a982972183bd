import type { CodeFormat, Reading } from "@scanhook/codes";

/** These carry error correction: a wrong reading is next to impossible, one frame is enough. */
const errorCorrected: ReadonlySet<CodeFormat> = new Set<CodeFormat>([
  "qr",
  "microqr",
  "rmqr",
  "aztec",
  "datamatrix",
  "pdf417",
  "micropdf417",
  "maxicode",
]);

/** How long the first sight of a linear code waits for a second that agrees. */
export const agreementMs = 1500;

export type Agreement = {
  /** One frame's readings: those that can be trusted by now. `at` in milliseconds, growing. */
  confirm(readings: readonly Reading[], at: number): Reading[];
};

/**
 * Guards against misreads. A linear code has at most one check digit, so one blurred frame now and then gives a wrong
 * number that looks right; it counts once two frames agree. For a webhook a wrong scan is worse than a late one.
 */
export function createAgreement(): Agreement {
  const sights = new Map<string, number>();
  return {
    confirm(readings, at) {
      for (const [key, seen] of sights) if (at - seen > agreementMs) sights.delete(key);
      const trusted = readings.filter(
        (reading) => errorCorrected.has(reading.format) || sights.has(keyOf(reading)),
      );
      for (const reading of readings) sights.set(keyOf(reading), at);
      return trusted;
    },
  };
}

/** Names a code: the same content in another kind of code is another code. */
export function keyOf({ format, content }: Pick<Reading, "format" | "content">): string {
  return `${format}:${content}`;
}

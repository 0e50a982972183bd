import type { Found } from "../engine/engine.ts";
import type { CodeFormat } from "../readings/formats.ts";

/** In small or blurred pictures, their error correction sometimes turns noise into text. */
const doubtfulFormats: ReadonlySet<CodeFormat> = new Set(["pdf417", "micropdf417"]);
/** The number of frames without a reading after which it is forgotten. */
const maxAge = 8;

/**
 * Creates a filter that lets readings of doubtful formats pass only when an earlier frame had the
 * same content. It is called once for each frame with its readings.
 */
export function createFrameAgreement(): (found: readonly Found[]) => Found[] {
  const lastSeen = new Map<string, number>();
  let frameCount = 0;
  return (found) => {
    frameCount++;
    const trusted = found.filter(({ format, content }) => {
      const seen = lastSeen.get(`${format} ${content}`) ?? Number.NEGATIVE_INFINITY;
      return !doubtfulFormats.has(format) || frameCount - seen <= maxAge;
    });
    for (const { format, content } of found) lastSeen.set(`${format} ${content}`, frameCount);
    for (const [key, seen] of lastSeen) if (frameCount - seen > maxAge) lastSeen.delete(key);
    return trusted;
  };
}

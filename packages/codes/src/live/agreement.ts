import type { Found } from "../engine/engine.ts";
import type { CodeFormat } from "../readings/formats.ts";

/**
 * Formats whose error correction sometimes turns the noise of small or blurred pictures into text.
 */
const doubtfulFormats: ReadonlySet<CodeFormat> = new Set(["pdf417", "micropdf417"]);
/** The number of frames without a content after which the content is forgotten. */
const maxAge = 8;

/**
 * Creates a filter that lets readings of doubtful formats pass only when an earlier frame had the
 * same content. It is called once for each frame with its readings.
 */
export function createFrameAgreement(): (found: readonly Found[]) => Found[] {
  const lastSeen = new Map<string, number>();
  let frameCount = 0;
  const toKey = ({ format, content }: Found) => `${format} ${content}`;
  return (found) => {
    frameCount++;
    const trusted = found.filter((reading) => {
      const seen = lastSeen.get(toKey(reading)) ?? Number.NEGATIVE_INFINITY;
      return !doubtfulFormats.has(reading.format) || frameCount - seen <= maxAge;
    });
    for (const reading of found) lastSeen.set(toKey(reading), frameCount);
    for (const [key, seen] of lastSeen) if (frameCount - seen > maxAge) lastSeen.delete(key);
    return trusted;
  };
}

import type { Found } from "../engine/engine.ts";
import type { CodeFormat } from "../readings/formats.ts";

/**
 * Formats whose error correction sometimes turns the noise of small or blurred pictures into text.
 */
const doubtfulFormats: ReadonlySet<CodeFormat> = new Set(["pdf417", "micropdf417"]);
/** The maximum number of frames since a content was last read for it to be remembered. */
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
      const lastFrame = lastSeen.get(toKey(reading)) ?? Number.NEGATIVE_INFINITY;
      return !doubtfulFormats.has(reading.format) || frameCount - lastFrame <= maxAge;
    });
    for (const reading of found) lastSeen.set(toKey(reading), frameCount);
    for (const [key, lastFrame] of lastSeen) {
      if (frameCount - lastFrame > maxAge) lastSeen.delete(key);
    }
    return trusted;
  };
}

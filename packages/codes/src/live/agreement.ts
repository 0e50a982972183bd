import type { Found } from "../engine/engine.ts";
import type { CodeFormat } from "../readings/formats.ts";

/**
 * The formats with false positives: their error correction sometimes turns the noise of small or
 * blurred pictures into text.
 */
const unreliableFormats: ReadonlySet<CodeFormat> = new Set(["pdf417", "micropdf417"]);
/** The maximum number of frames for which a content is remembered after its last reading. */
const maxAgeFrames = 8;

/**
 * Creates a filter that keeps a reading of an unreliable format only if an earlier frame had the
 * same content. Call it once for each frame, with all readings of the frame.
 */
export function createFrameAgreement(): (found: readonly Found[]) => Found[] {
  const lastFrames = new Map<string, number>();
  let frameCount = 0;
  const toKey = ({ format, content }: Found) => `${format} ${content}`;
  return (found) => {
    frameCount++;
    const confirmed = found.filter((reading) => {
      const lastFrame = lastFrames.get(toKey(reading)) ?? Number.NEGATIVE_INFINITY;
      return !unreliableFormats.has(reading.format) || frameCount - lastFrame <= maxAgeFrames;
    });
    for (const reading of found) lastFrames.set(toKey(reading), frameCount);
    for (const [key, lastFrame] of lastFrames) {
      if (frameCount - lastFrame > maxAgeFrames) lastFrames.delete(key);
    }
    return confirmed;
  };
}

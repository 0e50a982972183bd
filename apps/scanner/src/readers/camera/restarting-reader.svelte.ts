import { createFrameReader, type FrameReader, type PictureReading } from "./frame-reader.ts";

const maxFailures = 3;

/**
 * A frame reader that starts a new worker after a failure. After three failures in a row it counts as broken until it is
 * started again.
 */
export function createRestartingReader(reader: FrameReader = createFrameReader()) {
  let active = false;
  let broken = $state(false);
  let failures = 0;

  const attempt = async (
    read: () => Promise<PictureReading | undefined>,
  ): Promise<PictureReading | undefined> => {
    try {
      const result = await read();
      failures = 0;
      return result;
    } catch {
      // Stopping the reader fails what it is reading, and that is no sign of a defect.
      if (!active) return undefined;
      reader.stop();
      failures += 1;
      if (failures >= maxFailures) broken = true;
      return undefined;
    }
  };

  return {
    get active() {
      return active;
    },
    get broken() {
      return broken;
    },
    /** Loads the worker ahead of the first picture. */
    start() {
      active = true;
      broken = false;
      failures = 0;
      reader.load().catch(() => {
        broken = active;
      });
    },
    stop() {
      active = false;
      reader.stop();
    },
    /** Reads what the video shows now; undefined if it shows nothing yet or reading failed. */
    readFrame: (video: HTMLVideoElement) => attempt(() => reader.readFrame(video)),
    /** Reads a photo; undefined if reading failed. */
    readPhoto: (bitmap: ImageBitmap) => attempt(() => reader.readPhoto(bitmap)),
  };
}

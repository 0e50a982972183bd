import { createFrameReader, type FrameReader, type PictureReading } from "./frame-reader.ts";

const maxFailures = 3;

/**
 * Creates a frame reader that starts a new worker after a failure. After three failures in a row it
 * counts as broken until it is started again.
 */
export function createRestartingReader(reader: FrameReader = createFrameReader()) {
  let isActive = false;
  let isBroken = $state(false);
  let failureCount = 0;

  const attempt = async (
    read: () => Promise<PictureReading | undefined>,
  ): Promise<PictureReading | undefined> => {
    try {
      const result = await read();
      failureCount = 0;
      return result;
    } catch {
      // Stopping the reader makes its current read fail, which is no defect.
      if (!isActive) return undefined;
      reader.stop();
      failureCount += 1;
      if (failureCount >= maxFailures) isBroken = true;
      return undefined;
    }
  };

  return {
    get isActive() {
      return isActive;
    },
    get isBroken() {
      return isBroken;
    },
    /** Loads the worker ahead of the first picture. */
    start() {
      isActive = true;
      isBroken = false;
      failureCount = 0;
      reader.load().catch(() => {
        isBroken = isActive;
      });
    },
    stop() {
      isActive = false;
      reader.stop();
    },
    /** Reads what the video shows now; undefined if it shows nothing yet or reading failed. */
    readFrame: (video: HTMLVideoElement) => attempt(() => reader.readFrame(video)),
    /** Reads a photo; undefined if reading failed. */
    readPhoto: (bitmap: ImageBitmap) => attempt(() => reader.readPhoto(bitmap)),
  };
}

import { type Found, startEngine } from "./engine/engine.ts";
import { isPartMissing, joinSequences } from "./engine/structured-append.ts";
import { createFrameReading } from "./live/frame-reading.ts";
import { toPicture, validateFrame } from "./picture.ts";
import { type CodeFormat, codeFormats, defaultFormats, isCodeFormat } from "./readings/formats.ts";
import type { Frame, Reading } from "./readings/reading.ts";
import { readAll } from "./still/read-all.ts";
import { readFirst } from "./still/read-first.ts";

/**
 * Reads codes in pictures. Both methods return all readings, or `[]`, and reject with a RangeError
 * if the frame's data does not match its size. They run on the calling thread, so a page should
 * keep the reader in a worker.
 */
export type CodeReader = {
  /**
   * Reads a frame of a live camera in 10 to 20 ms. Successive frames run different passes, read
   * again what was read where it was, and are added up, so a reader is for one camera.
   */
  frame(frame: Frame): Promise<Reading[]>;
  /**
   * Reads a photo. Stops at the first pass that reads something. With `all`, it reads all codes of
   * the picture in full resolution, which takes longer: it looks again at each place that may be a
   * code, of which at most 82 are none (and 12 in each window of a large picture), and calls
   * `onPlace` for each.
   */
  still(frame: Frame, options?: { all?: boolean; onPlace?: () => void }): Promise<Reading[]>;
};

/**
 * Creates a reader. `wasm` is the URL or the bytes of `zxing-wasm/reader/zxing_reader.wasm`.
 * `formats` limits the reader to some formats, which is faster. The default is every format but
 * `telepen-numeric` and `code32`, which cannot be distinguished from `telepen` and `code39`.
 * Rejects if the wasm cannot be loaded or a format is unknown.
 */
export async function createCodeReader(options: {
  wasm: string | URL | ArrayBuffer | Uint8Array;
  formats?: readonly CodeFormat[] | undefined;
}): Promise<CodeReader> {
  const { wasm, formats = defaultFormats } = options;
  const unknownFormat = formats.find((name) => !isCodeFormat(name));
  if (unknownFormat !== undefined || formats.length === 0) {
    throw new RangeError(
      `${unknownFormat === undefined ? "No format is named" : `There is no format "${unknownFormat}"`}; choose from ${codeFormats.join(", ")}.`,
    );
  }
  const engine = await startEngine(wasm, formats);
  const readFrame = createFrameReading(engine);
  return {
    async frame(frame) {
      validateFrame(frame);
      const found = readFrame(frame);
      return joinSequences(found).map(toReading);
    },
    async still(frame, { all = false, onPlace = () => {} } = {}) {
      const picture = toPicture(frame);
      const first = all ? readAll(picture, engine, onPlace) : readFirst(picture, engine);
      // One pass rarely reads all parts of a content that is spread over several codes.
      const found = !all && isPartMissing(first) ? readAll(picture, engine, onPlace) : first;
      return joinSequences(found).map(toReading);
    },
  };
}

function toReading({ lineCount: _, sequence: __, ...reading }: Found): Reading {
  return reading;
}

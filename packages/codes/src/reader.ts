import { type Engine, startEngine } from "./engine.ts";
import { type CodeFormat, codeFormats, defaultFormats, isCodeFormat } from "./formats.ts";
import { mergeReadings } from "./merge.ts";
import { framePlan, type Pass, stillPlan } from "./passes.ts";
import { type Picture, toPicture } from "./picture.ts";
import type { Frame, Reading } from "./reading.ts";

/**
 * Reads codes in pictures. Both methods return all readings, or `[]`, and reject with a RangeError if the frame's data does
 * not match its size. They run on the calling thread, so a page should keep the reader in a worker.
 */
export type CodeReader = {
  /** Reads a frame of a live camera in 10 to 20 ms, with another additional pass each time. */
  frame(frame: Frame): Promise<Reading[]>;
  /** Reads a photo thoroughly, with several passes. */
  still(frame: Frame): Promise<Reading[]>;
};

/**
 * Creates a reader. `wasm` is the URL or the bytes of `zxing-wasm/reader/zxing_reader.wasm`. `formats` limits the reader to
 * some formats, which is faster. The default is every format but `telepen-numeric`, which cannot be distinguished from
 * `telepen`. Rejects if the wasm cannot be loaded or a format is unknown.
 */
export async function createCodeReader(options: {
  wasm: string | URL | ArrayBuffer | Uint8Array;
  formats?: readonly CodeFormat[];
}): Promise<CodeReader> {
  const { wasm, formats = defaultFormats } = options;
  const unknownFormat = formats.find((name) => !isCodeFormat(name));
  if (unknownFormat !== undefined || formats.length === 0) {
    throw new RangeError(
      `${unknownFormat === undefined ? "No format is named" : `There is no format "${unknownFormat}"`}; choose from ${codeFormats.join(", ")}.`,
    );
  }
  const engine = await startEngine(wasm, formats);
  let rotationIndex = 0;
  return {
    async frame(frame) {
      const picture = toPicture(frame);
      const readings = runPasses(picture, engine, framePlan.always);
      const pass = framePlan.rotating[rotationIndex % framePlan.rotating.length];
      const merged = mergeReadings(readings, pass?.(picture, engine) ?? []);
      if (merged.length === readings.length) rotationIndex++;
      return merged;
    },
    async still(frame) {
      const picture = toPicture(frame);
      let readings = runPasses(picture, engine, stillPlan.always);
      for (const pass of stillPlan.fallback) {
        if (readings.length > 0) break;
        readings = runPasses(picture, engine, [pass]);
      }
      return readings;
    },
  };
}

function runPasses(picture: Picture, engine: Engine, passes: readonly Pass[]): Reading[] {
  return passes.reduce<Reading[]>(
    (readings, pass) => mergeReadings(readings, pass(picture, engine)),
    [],
  );
}

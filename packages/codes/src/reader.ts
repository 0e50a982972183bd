import { type Engine, startEngine } from "./engine.ts";
import { type CodeFormat, codeFormats, isCodeFormat, usualFormats } from "./formats.ts";
import { mergeReadings } from "./merge.ts";
import { framePlan, type Pass, stillPlan } from "./passes.ts";
import { type Picture, toPicture } from "./picture.ts";
import type { Frame, Reading } from "./reading.ts";

/**
 * Reads codes in pictures. Both ways return everything they read, `[]` when there is nothing, and reject with a
 * RangeError when the frame's size and data do not fit each other. They work on the calling thread: in a page, keep the
 * reader in a worker.
 */
export type CodeReader = {
  /** For the frames of a live camera: 10 to 20 ms, with another deeper look each time. */
  frame(picture: Frame): Promise<Reading[]>;
  /** For a photo: takes its time and looks in several ways. */
  still(picture: Frame): Promise<Reading[]>;
};

/**
 * Makes a reader. `wasm` is `zxing-wasm/reader/zxing_reader.wasm`: its URL, or its bytes. `formats` narrows what is
 * looked for, which is faster and never reads anything else; left out, it is every format but `telepen-numeric`, which
 * cannot be told from `telepen`. Rejects when the wasm cannot be loaded, or a format is unknown.
 */
export async function createCodeReader(options: {
  wasm: string | URL | ArrayBuffer | Uint8Array;
  formats?: readonly CodeFormat[];
}): Promise<CodeReader> {
  const { wasm, formats = usualFormats } = options;
  const unknown = formats.find((name) => !isCodeFormat(name));
  if (unknown !== undefined || formats.length === 0) {
    throw new RangeError(
      `${unknown === undefined ? "No format is named" : `There is no format "${unknown}"`}; choose from ${codeFormats.join(", ")}.`,
    );
  }
  const engine = await startEngine(wasm, formats);
  let turn = 0;
  return {
    async frame(frame) {
      const picture = toPicture(frame);
      const readings = look(picture, engine, framePlan.always);
      const deeper = framePlan.inTurn[turn % framePlan.inTurn.length];
      const all = mergeReadings(readings, deeper?.(picture, engine) ?? []);
      if (all.length === readings.length) turn++;
      return all;
    },
    async still(frame) {
      const picture = toPicture(frame);
      let readings = look(picture, engine, stillPlan.always);
      for (const pass of stillPlan.otherwise) {
        if (readings.length > 0) break;
        readings = look(picture, engine, [pass]);
      }
      return readings;
    },
  };
}

function look(picture: Picture, engine: Engine, passes: readonly Pass[]): Reading[] {
  return passes.reduce<Reading[]>(
    (readings, pass) => mergeReadings(readings, pass(picture, engine)),
    [],
  );
}

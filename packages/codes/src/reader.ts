import { type Engine, startEngine } from "./engine.ts";
import { type CodeFormat, codeFormats, isCodeFormat, usualFormats } from "./formats.ts";
import { mergeReadings } from "./merge.ts";
import { framePlan, type Plan, stillPlan } from "./passes.ts";
import { type Picture, toPicture } from "./picture.ts";
import type { Frame, Reading } from "./reading.ts";

/**
 * Reads codes in pictures. Both ways return everything they read, `[]` when there is nothing, and reject with a
 * RangeError when the frame's size and data do not fit each other. They work on the calling thread: in a page, keep the
 * reader in a worker.
 */
export type CodeReader = {
  /** For the frames of a live camera: a few milliseconds, another deeper look with each frame that shows nothing. */
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
      const { otherwise } = framePlan;
      const next = otherwise[turn % otherwise.length];
      const readings = look(toPicture(frame), engine, {
        ...framePlan,
        otherwise: next ? [next] : [],
      });
      if (readings.length === 0) turn++;
      return readings;
    },
    async still(frame) {
      return look(toPicture(frame), engine, stillPlan);
    },
  };
}

function look(picture: Picture, engine: Engine, plan: Plan): Reading[] {
  let readings: Reading[] = [];
  for (const pass of plan.always) readings = mergeReadings(readings, pass(picture, engine));
  for (const pass of plan.otherwise) {
    if (readings.length > 0) break;
    readings = mergeReadings([], pass(picture, engine));
  }
  return readings;
}

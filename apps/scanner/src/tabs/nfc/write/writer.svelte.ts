import { screenLock } from "../../../platform/screen-lock.ts";
import { nfc } from "../../../readers/nfc/nfc.ts";
import { createFeedback } from "../../../scanning/feedback.ts";
import { settings } from "../../../settings.svelte.ts";
import { keepAwake } from "../../../wake-lock.ts";
import {
  type WriteJob,
  type WriteResult,
  type WriteStep,
  writeTag,
} from "../../../writing/write-tag.ts";

/**
 * Creates a writer, which writes one tag at a time and holds the current step and the last result.
 */
export function createWriter() {
  const feedback = createFeedback();
  let running: AbortController | undefined;
  let step = $state.raw<WriteStep | undefined>();
  let result = $state.raw<WriteResult | undefined>();

  const stop = () => {
    running?.abort();
    running = undefined;
    step = undefined;
    result = undefined;
    feedback.suspendAudio();
  };

  return {
    /** The current step; undefined while nothing is written. */
    get step() {
      return step;
    },
    /** The last result; undefined while a tag is written, and after `stop`. */
    get result() {
      return result;
    },
    /**
     * Writes a tag and resolves with the result; with undefined after `stop`. Call it in the
     * handler of a tap or a key, because browsers allow NFC and sound only then.
     */
    async write(job: WriteJob): Promise<WriteResult | undefined> {
      stop();
      feedback.unlock();
      const controller = new AbortController();
      running = controller;
      const allowSleep = settings.keepAwake
        ? keepAwake({ wakeLock: screenLock, page: document })
        : () => {};
      try {
        const writeResult = await writeTag(nfc, job, {
          signal: controller.signal,
          onStep(next) {
            if (running === controller) step = next;
          },
        });
        if (running !== controller) return undefined;
        step = undefined;
        result = writeResult;
        feedback.give(writeResult.kind === "done" ? "sent" : "failed", settings);
        return writeResult;
      } finally {
        allowSleep();
      }
    },
    stop,
  };
}

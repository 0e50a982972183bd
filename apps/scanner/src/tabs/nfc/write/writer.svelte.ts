import { screenLock } from "../../../platform/screen-lock.ts";
import { phoneNfc } from "../../../readers/nfc/phone.ts";
import { createFeedback } from "../../../scanning/feedback.ts";
import { settings } from "../../../settings.svelte.ts";
import { keepAwake } from "../../../wake-lock.ts";
import {
  type WriteJob,
  type WriteResult,
  type WriteStep,
  writeTag,
} from "../../../writing/write-tag.ts";

/** Writes one tag at a time, and tells how far it is. */
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
    feedback.rest();
  };

  return {
    /** Where the writing is; undefined when none is going on. */
    get step() {
      return step;
    },
    /** What came of the last one; undefined while one is going on, and once it was stopped. */
    get result() {
      return result;
    },
    /** Resolves with what came of it; undefined when it was stopped here. Call it from a tap or a key. */
    async write(job: WriteJob): Promise<WriteResult | undefined> {
      stop();
      feedback.unlock();
      const own = new AbortController();
      running = own;
      const letSleep = settings.keepAwake
        ? keepAwake({ wakeLock: screenLock, page: document })
        : () => {};
      try {
        const written = await writeTag(phoneNfc, job, {
          signal: own.signal,
          onStep(next) {
            if (running === own) step = next;
          },
        });
        if (running !== own) return undefined;
        step = undefined;
        result = written;
        feedback.give(written.kind === "done" ? "sent" : "failed", settings);
        return written;
      } finally {
        letSleep();
      }
    },
    stop,
  };
}

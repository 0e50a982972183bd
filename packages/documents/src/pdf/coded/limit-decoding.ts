import type { CodedResult, DecodeCoded } from "./coded-picture.ts";

/** A worker that decodes. `stop` ends it, also while it decodes. */
export type DecoderWorker = { decode: DecodeCoded; stop(): void };

/**
 * The time that a picture may take, in milliseconds. Nine megapixels of JPEG 2000 in RGB take 0.4
 * seconds on a computer.
 */
const maxTime = 30_000;
/** The number of pictures that may take too long before all others are refused. */
const maxSlow = 3;

/**
 * Decodes pictures in a worker, which the first of them starts. A picture that takes too long ends
 * the worker, and the next one starts another; after three such pictures, every other one is
 * `slow` at once. `stop` ends the worker.
 */
export function limitDecoding(
  startWorker: () => DecoderWorker,
  limit: number = maxTime,
): DecoderWorker {
  let worker: DecoderWorker | undefined;
  let slowCount = 0;

  const stop = () => {
    worker?.stop();
    worker = undefined;
  };

  return {
    async decode(picture) {
      if (slowCount === maxSlow) return { ok: false, reason: "slow" };
      worker ??= startWorker();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tooLong = new Promise<CodedResult>((resolve) => {
        timer = setTimeout(() => resolve({ ok: false, reason: "slow" }), limit);
      });
      try {
        const result = await Promise.race([worker.decode(picture), tooLong]);
        if (!result.ok && result.reason === "slow") slowCount++;
        // A worker that lacks a file may find it the next time.
        if (!result.ok && result.reason !== "damaged") stop();
        return result;
      } catch {
        stop();
        return { ok: false, reason: "missing" };
      } finally {
        clearTimeout(timer);
      }
    },
    stop,
  };
}

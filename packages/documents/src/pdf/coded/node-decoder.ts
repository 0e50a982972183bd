import { Worker } from "node:worker_threads";
import type { CodedPicture, CodedResult } from "./coded-picture.ts";
import type { DecoderWorker } from "./limit-decoding.ts";

/** Starts a thread that decodes pictures one after another, each once the one before is done. */
export function startDecoderThread(): DecoderWorker {
  const thread = new Worker(new URL("./node-decoding.ts", import.meta.url));
  return {
    decode: (picture: CodedPicture) =>
      new Promise<CodedResult>((resolve, reject) => {
        const settle = (act: () => void) => {
          thread.off("message", receive);
          thread.off("error", fail);
          thread.unref();
          act();
        };
        const receive = (result: CodedResult) => settle(() => resolve(result));
        const fail = (error: Error) => settle(() => reject(error));
        thread.on("message", receive);
        thread.on("error", fail);
        thread.ref();
        thread.postMessage(picture);
      }),
    stop: () => void thread.terminate(),
  };
}

import type { Paper } from "@scanhook/objects";
import { connectWorker, createAsk } from "../../workers/connection.ts";
import { startWorker } from "../../workers/start-worker.ts";
import address from "./object.worker.ts?worker&url";
import type { ObjectRequest, ObjectResponse, WorkProgress } from "./object-messages.ts";

export type ObjectWorker = ReturnType<typeof connectObjectWorker>;

/**
 * Connects to a worker that makes and exports objects. Its code is loaded by the first request. The
 * requests reject if the worker fails or is stopped.
 */
export function connectObjectWorker() {
  const connection = connectWorker<ObjectRequest, ObjectResponse>(() => startWorker(address));
  const ask = createAsk(connection);

  return {
    /** Scales a picture down to the size that is kept. Transfers the bitmap to the worker. */
    reduce: (bitmap: ImageBitmap) => ask(["reduced"], { do: "reduce", bitmap }, [bitmap]),
    /** Judges a camera frame. Transfers the bitmap to the worker. */
    judgeFrame(bitmap: ImageBitmap, frame: { paper: Paper; covered: number[]; at: number }) {
      return ask(["judged"], { do: "judge", bitmap, ...frame }, [bitmap]);
    },
    /** Makes an object of pictures on the mat. Calls `onProgress` during the work. */
    make(
      given: Omit<Extract<ObjectRequest, { do: "make" }>, "do" | "progress">,
      onProgress: (progress: WorkProgress) => void,
    ) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<WorkProgress>) => onProgress(data);
      return ask(["made", "not-made"], { do: "make", ...given, progress: port2 }, [port2]).finally(
        () => port1.close(),
      );
    },
    /** Makes the mat to print, as PDF. */
    makeMat: async (paper: Paper): Promise<Blob> =>
      (await ask(["file"], { do: "mat", paper })).content,
    /** Exports an object as a file, with all lengths multiplied by `scale`. */
    export: async (given: Omit<Extract<ObjectRequest, { do: "export" }>, "do">): Promise<Blob> =>
      (await ask(["file"], { do: "export", ...given })).content,
    /** Ends the worker and rejects its requests. The next request starts a new worker. */
    stop: connection.stop,
  };
}

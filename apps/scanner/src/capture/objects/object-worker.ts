import type { Paper } from "@scanhook/objects";
import { connectWorker, createAsk } from "../../workers/connection.ts";
import { startWorker } from "../../workers/start-worker.ts";
import address from "./object.worker.ts?worker&url";
import type { ObjectRequest, ObjectResponse, WorkProgress } from "./object-messages.ts";

export type ObjectWorker = ReturnType<typeof connectObjectWorker>;

/**
 * Makes and writes objects in a worker, whose code loads with the first request. Rejects if the
 * worker fails or is stopped.
 */
export function connectObjectWorker() {
  const connection = connectWorker<ObjectRequest, ObjectResponse>(() => startWorker(address));
  const ask = createAsk(connection);

  return {
    /** Reduces a picture to the size that is worked on. Takes the bitmap away. */
    reduce: (bitmap: ImageBitmap) => ask(["reduced"], { do: "reduce", bitmap }, [bitmap]),
    /** Looks at a frame of the camera. Takes the bitmap away. */
    look(bitmap: ImageBitmap, frame: { paper: Paper; covered: number[]; at: number }) {
      return ask(["looked"], { do: "look", bitmap, ...frame }, [bitmap]);
    },
    /** Makes an object of pictures on the mat. `onProgress` is called while it works. */
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
    /** Writes the file of an object, with all lengths times `scale`. */
    export: async (given: Omit<Extract<ObjectRequest, { do: "export" }>, "do">): Promise<Blob> =>
      (await ask(["file"], { do: "export", ...given })).content,
    /** Ends the worker with all that it does; the next request starts a new one. */
    stop: connection.stop,
  };
}

/** Requests to a worker that answers each with a message of the same id. */
export type WorkerConnection<Request, Response> = {
  /** Rejects if the worker cannot be loaded or is stopped. */
  request(request: Request, transfer?: Transferable[]): Promise<Response>;
  /** Ends the worker; the next request starts a new one. */
  stop(): void;
};

/** Starts a worker with the first request to it. */
export function connectWorker<Request, Response>(
  startWorker: () => Worker,
): WorkerConnection<Request, Response> {
  let worker: Worker | undefined;
  let lastId = 0;
  const pending = new Map<
    number,
    { resolve(response: Response): void; reject(error: Error): void }
  >();

  const stop = (reason = "the worker was ended") => {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of pending.values()) reject(new Error(reason));
    pending.clear();
  };

  const start = () => {
    const started = startWorker();
    started.addEventListener(
      "message",
      ({ data }: MessageEvent<{ id: number; response: Response }>) => {
        pending.get(data.id)?.resolve(data.response);
        pending.delete(data.id);
      },
    );
    started.addEventListener("error", ({ message }) => stop(message || "the worker did not load"));
    return started;
  };

  return {
    request(request, transfer = []) {
      worker ??= start();
      lastId += 1;
      const id = lastId;
      const response = new Promise<Response>((resolve, reject) =>
        pending.set(id, { resolve, reject }),
      );
      worker.postMessage({ id, request }, transfer);
      return response;
    },
    stop: () => stop(),
  };
}

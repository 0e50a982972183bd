/** A connection to a worker, which answers each request with a message of the same id. */
export type WorkerConnection<Request, Response> = {
  /** Rejects if the worker cannot be loaded or is stopped. */
  request(request: Request, transfer?: Transferable[]): Promise<Response>;
  /** Ends the worker; the next request starts a new one. */
  stop(): void;
};

/** Returns a connection to a worker, which is started by the first request. */
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

/** The response to a request of any kind that failed. */
export type FailedResponse = { kind: "failed"; detail: string };

/**
 * Returns a function that sends a request and returns its response, which has one of `kinds`. The
 * function rejects if the request fails, or if the worker cannot be loaded or is stopped.
 */
export function createAsk<Request, Response extends { kind: string }>({
  request,
}: Pick<WorkerConnection<Request, Response | FailedResponse>, "request">) {
  return async <Kind extends Response["kind"]>(
    kinds: readonly Kind[],
    message: Request,
    transfer?: Transferable[],
  ): Promise<Extract<Response, { kind: Kind }>> => {
    const response = await request(message, transfer);
    if (!kinds.some((kind) => kind === response.kind)) {
      throw new Error("detail" in response ? `${response.detail}` : response.kind);
    }
    return response as Extract<Response, { kind: Kind }>;
  };
}

import type { FailedResponse } from "./connection.ts";

/**
 * Answers the requests to this worker, for `connectWorker()` in the page. A request that throws is
 * answered with the reason. `listTransfers` names what a response takes out of the worker.
 */
export function answerRequests<Request, Response>(
  run: (request: Request) => Promise<Response>,
  listTransfers: (response: Response) => Transferable[] = () => [],
): void {
  addEventListener("message", async ({ data }: MessageEvent<{ id: number; request: Request }>) => {
    const { id, request } = data;
    try {
      const response = await run(request);
      postMessage({ id, response }, { transfer: listTransfers(response) });
    } catch (error) {
      const response: FailedResponse = { kind: "failed", detail: String(error) };
      postMessage({ id, response });
    }
  });
}

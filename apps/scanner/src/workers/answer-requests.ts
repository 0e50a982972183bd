import type { FailedResponse } from "./connection.ts";

/**
 * Answers the requests that `connectWorker()` sends to this worker. If `run` rejects, the response
 * is a `FailedResponse`. `listTransfers` returns what is moved to the page instead of copied.
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

import type { Dispatcher } from "undici";
import type { ConnectionUse, HttpConnections } from "./http-connections.ts";

export type HttpResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/**
 * Sends one request over kept connections and keeps the first `answerBytes` of the response. A little more is
 * read and dropped to keep the connection; a lot more ends it. Rejects with the network error, or with the signal's
 * reason. The `request` of undici itself creates streams and listeners, which cost as much as everything else.
 */
export function sendRequest(
  { agent, follow }: HttpConnections,
  options: Dispatcher.DispatchOptions,
  { signal, answerBytes, use }: { signal: AbortSignal; answerBytes: number; use: ConnectionUse },
): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  if (signal.aborted) return Promise.reject(signal.reason);
  let controller: Dispatcher.DispatchController | undefined;
  let hasSettled = false;
  let status = 0;
  let headers: HttpResponse["headers"] = {};
  const chunks: Buffer[] = [];
  let bytesRead = 0;

  function markSettled() {
    hasSettled = true;
    signal.removeEventListener("abort", abort);
  }
  function complete() {
    markSettled();
    resolve({ status, headers, body: decodeBody(chunks, bytesRead > answerBytes) });
  }
  // Rejects immediately, because undici may still wait for a connection and have nothing to abort.
  function abort() {
    markSettled();
    reject(signal.reason);
    controller?.abort(signal.reason);
  }
  signal.addEventListener("abort", abort);

  agent.dispatch(options, {
    onRequestStart(started) {
      controller = started;
      if (hasSettled) controller.abort(signal.reason);
      else follow(use);
    },
    onResponseStart(_controller, responseStatus, responseHeaders) {
      status = responseStatus;
      headers = responseHeaders;
    },
    onResponseData(_controller, chunk) {
      if (hasSettled) return;
      if (bytesRead < answerBytes) chunks.push(chunk.subarray(0, answerBytes - bytesRead));
      bytesRead += chunk.length;
      if (bytesRead <= answerBytes + maxDroppedBytes) return;
      complete();
      controller?.abort(new Error("The response is too long."));
    },
    onResponseEnd() {
      if (!hasSettled) complete();
    },
    onResponseError(_controller, error) {
      if (hasSettled) return;
      markSettled();
      reject(error);
    },
  });
  return promise;
}

const maxDroppedBytes = 262_144;

/** Decodes UTF-8, without a character that is cut off at the end, and replaces NUL, which PostgreSQL cannot store. */
function decodeBody(chunks: Buffer[], isTruncated: boolean): string {
  if (chunks.length === 0) return "";
  const decoder = new TextDecoder("utf-8");
  return decoder.decode(Buffer.concat(chunks), { stream: isTruncated }).replaceAll("\0", "\ufffd");
}

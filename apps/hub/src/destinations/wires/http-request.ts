import { Readable } from "node:stream";
import { decodeText } from "@scanhook/webhook";
import { decodeContent } from "@scanhook/webhook/node-content";
import type { Dispatcher } from "undici";
import type { ConnectionUse, HttpConnections } from "./http-connections.ts";

export type HttpResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/**
 * Sends one request over kept connections and returns the first `maxResponseBytes` bytes of the
 * response. Up to `maxDroppedBytes` more are read and dropped to keep the connection; a longer
 * response ends it. Rejects with the network error, or with the signal's reason. The `request` of
 * undici itself creates streams and listeners, which cost as much as everything else.
 */
export function sendRequest(
  { agent, follow }: HttpConnections,
  options: Dispatcher.DispatchOptions,
  {
    signal,
    maxResponseBytes,
    use,
  }: { signal: AbortSignal; maxResponseBytes: number; use: ConnectionUse },
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
    const isComplete = bytesRead <= maxResponseBytes;
    decodeBody(Buffer.concat(chunks), headers, { isComplete, maxResponseBytes }).then(
      (body) => resolve({ status, headers, body }),
      reject,
    );
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
      if (bytesRead < maxResponseBytes)
        chunks.push(chunk.subarray(0, maxResponseBytes - bytesRead));
      bytesRead += chunk.length;
      if (bytesRead <= maxResponseBytes + maxDroppedBytes) return;
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

/**
 * Decodes the beginning of a body to at most `maxResponseBytes` of text, and replaces NUL, which
 * PostgreSQL cannot store. The request asks for no content coding, but some servers and proxies
 * compress in spite of that.
 */
async function decodeBody(
  bytes: Buffer,
  headers: HttpResponse["headers"],
  { isComplete, maxResponseBytes }: { isComplete: boolean; maxResponseBytes: number },
): Promise<string> {
  if (bytes.length === 0) return "";
  const coding = [headers["content-encoding"]].flat().join(",");
  const [contentType] = [headers["content-type"]].flat();
  const content = coding === "" ? bytes : await decompress(bytes, coding, maxResponseBytes + 1);
  const isWhole = isComplete && content.length <= maxResponseBytes;
  const beginning = content.subarray(0, maxResponseBytes);
  return decodeText(beginning, contentType, { isComplete: isWhole }).replaceAll("\0", "\ufffd");
}

/** Returns up to `maxBytes` of the content, or as much of it as can be read if it is damaged. */
async function decompress(bytes: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decodeContent(Readable.from([bytes]), coding)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // What was read before is the beginning of the content.
  }
  return Buffer.concat(chunks);
}

import type { Agent, Dispatcher } from "undici";

export type Answered = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/**
 * One request over the connections of an agent; of its answer the beginning is kept. A little more is read away to keep
 * the connection, a lot more ends it. Rejects with what kept it from being answered, or the reason of the signal.
 * undici's own `request` makes streams and listeners of it, which cost as much as all the rest.
 */
export function request(
  agent: Agent,
  asked: Dispatcher.DispatchOptions,
  { signal, answerBytes }: { signal: AbortSignal; answerBytes: number },
): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  if (signal.aborted) return Promise.reject(signal.reason);
  let controller: Dispatcher.DispatchController | undefined;
  let isOver = false;
  let status = 0;
  let headers: Answered["headers"] = {};
  const chunks: Buffer[] = [];
  let read = 0;

  function end() {
    isOver = true;
    signal.removeEventListener("abort", abort);
  }
  function answer() {
    end();
    resolve({ status, headers, body: toText(chunks, read > answerBytes) });
  }
  // Also while undici waits for a connection, when there is nothing to abort yet.
  function abort() {
    end();
    reject(signal.reason);
    controller?.abort(signal.reason);
  }
  signal.addEventListener("abort", abort);

  agent.dispatch(asked, {
    onRequestStart(started) {
      controller = started;
      if (isOver) controller.abort(signal.reason);
    },
    onResponseStart(_controller, code, given) {
      status = code;
      headers = given;
    },
    onResponseData(_controller, chunk) {
      if (isOver) return;
      if (read < answerBytes) chunks.push(chunk.subarray(0, answerBytes - read));
      read += chunk.length;
      if (read <= answerBytes + mostReadAway) return;
      answer();
      controller?.abort(new Error("The answer is too long."));
    },
    onResponseEnd() {
      if (!isOver) answer();
    },
    onResponseError(_controller, error) {
      if (isOver) return;
      end();
      reject(error);
    },
  });
  return promise;
}

const mostReadAway = 262_144;

/** A character that was cut in two at the end is left out; what no database keeps is replaced. */
function toText(chunks: Buffer[], isCut: boolean): string {
  if (chunks.length === 0) return "";
  const decoder = new TextDecoder("utf-8");
  return decoder.decode(Buffer.concat(chunks), { stream: isCut }).replaceAll("\0", "\ufffd");
}

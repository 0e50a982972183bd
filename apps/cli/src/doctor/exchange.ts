/** The response to one request and how long it took. */
export type Exchange = {
  status: number;
  headers: Headers;
  /** The beginning of the response body. */
  text: string;
  ms: number;
  /** When the response headers arrived, in Unix milliseconds, for comparing clocks. */
  receivedAt: number;
};

const textLimit = 4096;

/** Creates a `fetch` that adds `headers` and records every exchange in `log`. */
export function createRecordingFetch(
  log: Exchange[],
  headers: Record<string, string>,
): typeof fetch {
  return async (input, init) => {
    const allHeaders = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headers)) allHeaders.set(name, value);
    const start = performance.now();
    const response = await fetch(input, { ...init, headers: allHeaders });
    const { status } = response;
    const ms = Math.round(performance.now() - start);
    const receivedAt = Date.now();
    const copy = response.clone();
    log.push({
      status,
      headers: response.headers,
      text: await readBeginning(copy),
      ms,
      receivedAt,
    });
    return response;
  };
}

/**
 * Reads the beginning of a body. Returns what has arrived when the body breaks off or the request
 * times out.
 */
async function readBeginning(response: Response): Promise<string> {
  let text = "";
  if (!response.body) return text;
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  try {
    while (text.length < textLimit) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The connection broke or the request timed out. The text so far is enough.
    return text;
  }
  // Not awaited, because cancelling a cloned body settles only after the original is read or
  // cancelled too.
  reader.cancel().catch(() => undefined);
  return text;
}

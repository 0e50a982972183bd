/** The response to one request. `durationMs` is the time until its headers arrived. */
export type Exchange = {
  status: number;
  headers: Headers;
  /** The beginning of the response body, about `maxTextLength` characters. */
  text: string;
  durationMs: number;
  /** When the response headers arrived, in Unix milliseconds, for comparing clocks. */
  receivedAt: number;
};

const maxTextLength = 4096;

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
    const durationMs = Math.round(performance.now() - start);
    const receivedAt = Date.now();
    const copy = response.clone();
    log.push({
      status,
      headers: response.headers,
      text: await readBeginning(copy),
      durationMs,
      receivedAt,
    });
    return response;
  };
}

/**
 * Reads the beginning of a body. Returns the text that has arrived if the connection breaks or the
 * request times out.
 */
async function readBeginning(response: Response): Promise<string> {
  let text = "";
  if (!response.body) return text;
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  try {
    while (text.length < maxTextLength) {
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

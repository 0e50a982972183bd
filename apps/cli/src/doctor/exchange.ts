/** One request and what came back, noted down while `send()` does its work. */
export type Exchange = {
  status: number;
  headers: Headers;
  /** The beginning of the answer's body. */
  text: string;
  ms: number;
  /** When the answer's head arrived, for comparing clocks. */
  at: number;
};

const textLimit = 4096;

/** A `fetch` that adds `headers` and notes every exchange in `log`. */
export function recordingFetch(log: Exchange[], headers: Record<string, string>): typeof fetch {
  return async (input, init) => {
    const all = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    const start = performance.now();
    const response = await fetch(input, { ...init, headers: all });
    const { status } = response;
    const ms = Math.round(performance.now() - start);
    const at = Date.now();
    const copy = response.clone();
    log.push({ status, headers: response.headers, text: await beginning(copy), ms, at });
    return response;
  };
}

/** A body that breaks off or never ends is cut where it stands: the request's own time-out ends the reading. */
async function beginning(response: Response): Promise<string> {
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
    return text;
  }
  // Not awaited: the cancelling of a cloned body settles only when its twin is read or cancelled as well.
  reader.cancel().catch(() => undefined);
  return text;
}

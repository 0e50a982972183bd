import type { IncomingMessage, ServerResponse } from "node:http";
import { parseUrl } from "./parse-url.ts";

/**
 * Converts a fetch-style handler for Node's `http` and `https` servers:
 * `createServer(toNodeListener(handler))`.
 */
export function toNodeListener(
  handler: (request: Request) => Promise<Response>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return async (incoming, outgoing) => {
    try {
      const response = await handler(toRequest(incoming));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
      // Discards the unread rest of the body; otherwise a sender that reads only after it has sent
      // everything would stall.
      incoming.resume();
    } catch {
      // Logging is up to the handler. The sender only has to learn that the request failed.
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    }
  };
}

function toRequest(incoming: IncomingMessage): Request {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const address = parseUrl(url, `http://${incoming.headers.host ?? "localhost"}`);
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody ? streamBody(incoming) : null;
  const init = { method, headers, body, duplex: "half" as const };
  return new Request(address ?? "http://localhost/", init);
}

/**
 * Streams the body on demand. Never destroys the request, because that would close the connection
 * before the response.
 */
function streamBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** Lets Node's `http` and `https` servers answer with a fetch-style handler: `createServer(toNodeListener(handler))`. */
export function toNodeListener(
  handler: (request: Request) => Promise<Response>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return async (incoming, outgoing) => {
    try {
      const answer = await handler(toRequest(incoming));
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      outgoing.end(Buffer.from(await answer.arrayBuffer()));
    } catch {
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
  const address = URL.parse(url, `http://${incoming.headers.host ?? "localhost"}`);
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(address ?? "http://localhost/", {
    method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
  });
}

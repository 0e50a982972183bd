import type { IncomingMessage, ServerResponse } from "node:http";

/** Lets Node's `http` and `https` servers answer with a fetch-style handler: `createServer(toNodeListener(handler))`. */
export function toNodeListener(
  handler: (request: Request) => Promise<Response>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return async (incoming, outgoing) => {
    try {
      const answer = await handler(toRequest(incoming));
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      outgoing.end(Buffer.from(await answer.arrayBuffer()));
      // What nobody read of the body: left there, it would hold up a sender that first sends all of it.
      incoming.resume();
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
    ...(hasBody ? { body: toStream(incoming), duplex: "half" } : {}),
  });
}

/** Read only on demand, and never destroyed: with the request its connection would go, and the answer with it. */
function toStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
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

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string };

/** Responds to a request, or returns the status of an empty response. */
export type Behavior = (received: ReceivedRequest, response: ServerResponse) => unknown;

/** Starts an HTTP server that records requests and responds as told. `await using` stops it. */
export async function startReceiver(behave: Behavior = () => 204) {
  const received: ReceivedRequest[] = [];
  let respond = behave;
  let maxOpen = 0;
  let openCount = 0;
  const server = createServer(async (request, response) => {
    openCount += 1;
    maxOpen = Math.max(maxOpen, openCount);
    response.once("close", () => {
      openCount -= 1;
    });
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const receivedRequest = { path: request.url ?? "", headers: request.headers, body };
    received.push(receivedRequest);
    const status = await respond(receivedRequest, response);
    if (typeof status === "number") response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    identifiers: () => received.map(({ body }) => JSON.parse(body).identifier as string),
    /** Returns the largest number of requests that were open at the same time. */
    maxConcurrentRequests: () => maxOpen,
    behave(next: Behavior) {
      respond = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Creates an open inbox `door` whose scans go to this receiver, as the dashboard does. */
export async function addRouteTo(
  api: (method: string, path: string, body: unknown) => Promise<Response>,
  url: string,
  name = "desk",
) {
  const destination = { name, kind: "http", settings: { url }, allowPrivate: true };
  const route = { name: `to-${name}`, destination: name, shape: { format: "scan" } };
  await api("POST", "/api/inboxes", { name: "door", open: true });
  for (const [path, body] of [
    ["/api/destinations", destination],
    ["/api/routes", route],
  ] as const) {
    const response = await api("POST", path, body);
    if (!response.ok)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  }
}

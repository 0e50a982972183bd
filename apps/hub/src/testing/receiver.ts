import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** What a receiver does with a request; a number is the status of an empty answer. */
export type Behaviour = (received: Received, answer: ServerResponse) => unknown;

/** A real HTTP server that notes what it gets and answers as it is told to; gone at the end (`await using`). */
export async function startReceiver(behave: Behaviour = () => 204) {
  const received: Received[] = [];
  let now = behave;
  let most = 0;
  let open = 0;
  const server = createServer(async (request, answer) => {
    open += 1;
    most = Math.max(most, open);
    answer.once("close", () => {
      open -= 1;
    });
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const seen = { path: request.url ?? "", headers: request.headers, body };
    received.push(seen);
    const status = await now(seen, answer);
    if (typeof status === "number") answer.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    identifiers: () => received.map(({ body }) => JSON.parse(body).identifier as string),
    /** Requests that were open at a time, at most. */
    most: () => most,
    behave(next: Behaviour) {
      now = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** An open inbox `door` whose scans go to this receiver, made as the dashboard makes it. */
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
    const answer = await api("POST", path, body);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }
}

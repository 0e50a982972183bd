import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { createEgress } from "../../../egress/egress.ts";
import type { HttpMessage } from "../../kind.ts";
import { createHttpWire, type HttpContext } from "../http-wire.ts";

export type ReceivedRequest = { request: IncomingMessage; body: string };

/** Starts an HTTP server that records its requests. */
export async function startServer(respond: RequestListener, tls?: { key: string; cert: string }) {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const listener: RequestListener = async (request, response) => {
    const chunks = await request.toArray();
    requests.push({ request, body: Buffer.concat(chunks).toString("utf8") });
    respond(request, response);
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http${tls ? "s" : ""}://localhost:${port}`, requests, sockets };
}

/** Creates a wire that is closed when the test ends. */
export function createTestWire(egress = createEgress(), now?: () => Date) {
  const wire = createHttpWire(egress, now);
  onTestFinished(() => wire.close());
  return wire;
}

export const createMessage = (url: string, overrides: Partial<HttpMessage> = {}): HttpMessage => ({
  via: "http",
  method: "POST",
  url,
  headers: { "content-type": "application/json" },
  body: "{}",
  ...overrides,
});

/** The context that a sender passes to the wire. */
export function createHttpContext(overrides: Partial<HttpContext> = {}): HttpContext {
  const timeoutMs = overrides.timeoutMs ?? 60_000;
  return {
    destinationId: 1,
    settings: {},
    secrets: {},
    allowPrivate: true,
    signal: AbortSignal.timeout(timeoutMs),
    timeoutMs,
    maxResponseBytes: 2048,
    concurrency: 4,
    ...overrides,
  };
}

/** Starts a server that answers each request on a connection, counted from 1, with raw bytes. */
export async function startRawServer(answer: (socket: Socket, request: number) => void) {
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    let onSocket = 0;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      if (!chunk.includes("HTTP/1.1")) return;
      requests += 1;
      onSocket += 1;
      answer(socket, onSocket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, sockets, requestCount: () => requests };
}

export const okResponse = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

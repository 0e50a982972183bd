import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo, Server as NetServer } from "node:net";
import { createReceiver, type Scan } from "@scanhook/webhook";
import { toNodeListener } from "@scanhook/webhook/node";

/** A server on a free port with every request it received. */
export type RunningServer = {
  url: string;
  port: number;
  requests: RecordedRequest[];
  [Symbol.asyncDispose](): Promise<void>;
};
export type RecordedRequest = { method: string; headers: NodeJS.Dict<string | string[]> };

/**
 * Starts a server on a free port that handles requests with `listener`, over https if `tls` is
 * given.
 */
export async function startServer(
  listener: RequestListener,
  tls?: ServerOptions,
): Promise<RunningServer> {
  const requests: RecordedRequest[] = [];
  const recordingListener: RequestListener = (request, response) => {
    requests.push({ method: request.method ?? "", headers: request.headers });
    listener(request, response);
  };
  const server: Server = tls
    ? createTlsServer(tls, recordingListener)
    : createServer(recordingListener);
  const port = await listenOnFreePort(server);
  return {
    url: `${tls ? "https" : "http"}://localhost:${port}/in/scans`,
    port,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts a receiver that follows the webhook contract. `scans` are the scans it accepted. */
export async function startReceiver(
  options: Omit<Parameters<typeof createReceiver>[0], "accept"> & {
    reply?: string;
    tls?: ServerOptions;
  } = {},
): Promise<RunningServer & { scans: Scan[] }> {
  const scans: Scan[] = [];
  const { reply, tls, ...receiverOptions } = options;
  const receiver = createReceiver({
    ...receiverOptions,
    accept: (scan) => {
      scans.push(scan);
      return reply;
    },
  });
  return Object.assign(await startServer(toNodeListener(receiver), tls), { scans });
}

/** Creates a listener that always sends the same response. */
export function respondWith(
  status: number,
  headers: Record<string, string> = {},
  body = "",
): RequestListener {
  return (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };
}

/** Starts to listen on 127.0.0.1. Returns the port that the system chose. */
export function listenOnFreePort(server: NetServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

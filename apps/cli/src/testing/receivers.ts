import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo, Server as NetServer } from "node:net";
import { createReceiver, type Scan } from "@scanhook/webhook";
import { toNodeListener } from "@scanhook/webhook/node";

export type Started = {
  url: string;
  port: number;
  requests: Seen[];
  [Symbol.asyncDispose](): Promise<void>;
};
export type Seen = { method: string; headers: NodeJS.Dict<string | string[]> };

/** Starts a receiver of any behaviour on a free port. With `tls` it speaks https. */
export async function start(listener: RequestListener, tls?: ServerOptions): Promise<Started> {
  const requests: Seen[] = [];
  const noting: RequestListener = (request, response) => {
    requests.push({ method: request.method ?? "", headers: request.headers });
    listener(request, response);
  };
  const server: Server = tls ? createTlsServer(tls, noting) : createServer(noting);
  const port = await listen(server);
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

/** A receiver by the contract; what it takes is in `scans`. */
export async function startReceiver(
  options: Omit<Parameters<typeof createReceiver>[0], "accept"> & {
    reply?: string;
    tls?: ServerOptions;
  } = {},
): Promise<Started & { scans: Scan[] }> {
  const scans: Scan[] = [];
  const { reply, tls, ...rest } = options;
  const receive = createReceiver({
    ...rest,
    accept: (scan) => {
      scans.push(scan);
      return reply;
    },
  });
  return Object.assign(await start(toNodeListener(receive), tls), { scans });
}

/** Always the same answer. */
export function answering(
  status: number,
  headers: Record<string, string> = {},
  body = "",
): RequestListener {
  return (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };
}

export function listen(server: NetServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

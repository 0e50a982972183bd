import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { StartError } from "./start-error.ts";

/** A server that listens, and how to stop it without losing a request. */
export type Listener = {
  port: number;
  /** From the next connection on; those that are open keep what they have. HTTPS only. */
  setCertificate(tls: { key: string; cert: string }): void;
  close(): Promise<void>;
};

// A scanner sends its next scan over the same connection; most proxies keep theirs for 60 seconds.
const keepAliveTimeout = 75_000;
const msToFinish = 10_000;
const msToBegin = 300;

/** Opens a plain HTTP listener, or HTTPS when a certificate is given. `option` names the setting in errors. */
export async function openListener(
  handler: RequestListener,
  at: { host: string; port: number; option: string; tls?: { key: string; cert: string } },
): Promise<Listener> {
  const server = at.tls
    ? createSecure(handler, at.tls)
    : createServer({ keepAliveTimeout }, handler);
  const connections = watchConnections(server);
  await listen(server, at);
  return {
    port: (server.address() as AddressInfo).port,
    setCertificate(tls) {
      if ("setSecureContext" in server) server.setSecureContext({ ...tls, minVersion: "TLSv1.2" });
    },
    close: () => closeGently(server, connections),
  };
}

function createSecure(handler: RequestListener, tls: { key: string; cert: string }) {
  try {
    return createSecureServer({ ...tls, keepAliveTimeout, minVersion: "TLSv1.2" }, handler);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The certificate and key cannot be used (${detail}); check --tls-cert and --tls-key, which must be PEM and belong together.`,
      { cause },
    );
  }
}

function listen(server: Server, at: { host: string; port: number; option: string }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", (error: NodeJS.ErrnoException) => reject(toStartError(error, at)));
  server.listen({ host: at.host, port: at.port }, resolve);
  return promise;
}

function toStartError(
  error: NodeJS.ErrnoException,
  { host, port, option }: { host: string; port: number; option: string },
): Error {
  const reason = {
    EADDRINUSE: `Port ${port} is taken by another program; choose another with ${option}, or 0 to have one picked.`,
    EACCES: `Port ${port} may not be opened by this user; choose one above 1023 with ${option}.`,
    EADDRNOTAVAIL: `This machine does not have the address ${host}; correct --host.`,
    ENOTFOUND: `The name ${host} is not known; correct --host.`,
    EAFNOSUPPORT: `This machine cannot listen on ${host}; use --host 0.0.0.0.`,
  }[error.code ?? ""];
  return reason ? new StartError(reason, { cause: error }) : error;
}

type Connections = { cutSilent(): void; cutAll(): void };

/**
 * Node's closeIdleConnections passes over a connection on which nothing was asked yet, as browsers open them on
 * suspicion, and closeAllConnections over one that is still shaking hands for TLS. Both would hold up a close.
 */
function watchConnections(server: Server): Connections {
  const open = new Map<string, Socket>();
  const asked = new WeakSet<Socket>();
  const silent = new Set<string>();
  // Over TLS the socket of a request is another object than that of its connection; the peer is the same.
  const toPeer = (socket: Socket) => `${socket.remoteAddress} ${socket.remotePort}`;
  server.on("connection", (socket: Socket) => {
    const peer = toPeer(socket);
    open.set(peer, socket);
    silent.add(peer);
    socket.once("close", () => {
      if (open.get(peer) !== socket) return;
      open.delete(peer);
      silent.delete(peer);
    });
  });
  server.on("request", ({ socket }) => {
    if (asked.has(socket)) return;
    asked.add(socket);
    silent.delete(toPeer(socket));
  });
  return {
    cutSilent() {
      for (const peer of silent) open.get(peer)?.destroy();
    },
    cutAll() {
      for (const socket of open.values()) socket.destroy();
    },
  };
}

/** Takes no new connections, lets requests in flight finish, and after ten seconds cuts what is left. */
async function closeGently(server: Server, connections: Connections): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  // A kept-alive connection falls idle only once its answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  // Its first bytes may be under way.
  const begin = setTimeout(connections.cutSilent, msToBegin);
  const finish = setTimeout(connections.cutAll, msToFinish);
  await promise;
  clearInterval(sweep);
  clearTimeout(begin);
  clearTimeout(finish);
}

import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { StartError } from "../settings/start-error.ts";
import { limitUnreadBodies } from "./unread-bodies.ts";

/** A server that listens and can stop without losing a request. */
export type Listener = {
  port: number;
  /** Sets the certificate for new connections. Open ones keep theirs. Does nothing without TLS. */
  setCertificate(tls: { key: string; cert: string }): void;
  close(): Promise<void>;
};

// In milliseconds. Most proxies keep connections for 60 seconds, so the hub is never the first to
// close one.
const keepAliveTimeout = 75_000;
const finishTimeoutMs = 10_000;
const firstRequestGraceMs = 300;

type Address = { host: string; port: number; option: string };

/**
 * Opens an HTTPS listener if `address` has a certificate, and a plain HTTP listener otherwise.
 * `option` is the setting that messages name. Throws a StartError if the address or the certificate
 * cannot be used.
 */
export async function openListener(
  handler: RequestListener,
  address: Address & { tls?: { key: string; cert: string } },
): Promise<Listener> {
  const server = address.tls
    ? createTlsServer(handler, address.tls)
    : createServer({ keepAliveTimeout }, handler);
  // A sender may end its side of the connection after its request, and still wait for the response.
  Object.assign(server, { httpAllowHalfOpen: true });
  limitUnreadBodies(server);
  const connections = watchConnections(server);
  await listen(server, address);
  return {
    port: (server.address() as AddressInfo).port,
    setCertificate(tls) {
      if ("setSecureContext" in server) server.setSecureContext({ ...tls, minVersion: "TLSv1.2" });
    },
    close: () => closeGently(server, connections),
  };
}

function createTlsServer(handler: RequestListener, tls: { key: string; cert: string }) {
  try {
    return createSecureServer({ ...tls, keepAliveTimeout, minVersion: "TLSv1.2" }, handler);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The certificate and key cannot be used (${detail}); check --tls-cert and --tls-key, which must be PEM and match.`,
      { cause },
    );
  }
}

function listen(server: Server, address: Address): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", (error: NodeJS.ErrnoException) => reject(toStartError(error, address)));
  server.listen({ host: address.host, port: address.port }, resolve);
  return promise;
}

function toStartError(error: NodeJS.ErrnoException, { host, port, option }: Address): Error {
  const reason = {
    EADDRINUSE: `Port ${port} is taken by another program; choose another with ${option}, or 0 to have one picked.`,
    EACCES: `Port ${port} may not be opened by this user; choose one above 1023 with ${option}.`,
    EADDRNOTAVAIL: `This machine does not have the address ${host}; correct --host.`,
    ENOTFOUND: `The name ${host} cannot be resolved; correct --host.`,
    EAFNOSUPPORT: `This machine cannot listen on ${host}; use --host 0.0.0.0.`,
  }[error.code ?? ""];
  return reason ? new StartError(reason, { cause: error }) : error;
}

type Connections = { closeUnused(): void; closeAll(): void };

/**
 * Keeps track of connections that Node does not close. `closeIdleConnections` skips one that has
 * not sent a request, as browsers open them in advance, and `closeAllConnections` skips one in its
 * TLS handshake. Both would delay a close.
 */
function watchConnections(server: Server): Connections {
  const openSockets = new Map<string, Socket>();
  const usedSockets = new WeakSet<Socket>();
  const unusedPeers = new Set<string>();
  // Over TLS, the socket of a request is not the object that "connection" emitted, but the peer is
  // the same.
  const toPeer = (socket: Socket) => `${socket.remoteAddress} ${socket.remotePort}`;
  server.on("connection", (socket: Socket) => {
    const peer = toPeer(socket);
    openSockets.set(peer, socket);
    unusedPeers.add(peer);
    socket.once("close", () => {
      if (openSockets.get(peer) !== socket) return;
      openSockets.delete(peer);
      unusedPeers.delete(peer);
    });
  });
  server.on("request", ({ socket }) => {
    if (usedSockets.has(socket)) return;
    usedSockets.add(socket);
    unusedPeers.delete(toPeer(socket));
  });
  return {
    closeUnused() {
      for (const peer of unusedPeers) openSockets.get(peer)?.destroy();
    },
    closeAll() {
      for (const socket of openSockets.values()) socket.destroy();
    },
  };
}

/**
 * Accepts no new connections, lets requests in flight finish, and closes the rest after ten
 * seconds.
 */
async function closeGently(server: Server, connections: Connections): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  // A kept-alive connection becomes idle only after its last response.
  const idleTimer = setInterval(() => server.closeIdleConnections(), 50);
  // The first request of an unused connection may already be on its way, so wait for a moment.
  const unusedTimer = setTimeout(connections.closeUnused, firstRequestGraceMs);
  const finishTimer = setTimeout(connections.closeAll, finishTimeoutMs);
  await promise;
  clearInterval(idleTimer);
  clearTimeout(unusedTimer);
  clearTimeout(finishTimer);
}

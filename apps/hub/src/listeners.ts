import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
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
const secondsToFinish = 10;

/** Opens a plain HTTP listener, or HTTPS when a certificate is given. `option` names the setting in errors. */
export async function openListener(
  handler: RequestListener,
  at: { host: string; port: number; option: string; tls?: { key: string; cert: string } },
): Promise<Listener> {
  const server = at.tls
    ? createSecure(handler, at.tls, at.option)
    : createServer({ keepAliveTimeout }, handler);
  await listen(server, at);
  return {
    port: (server.address() as AddressInfo).port,
    setCertificate(tls) {
      if ("setSecureContext" in server) server.setSecureContext({ ...tls, minVersion: "TLSv1.2" });
    },
    close: () => closeGently(server),
  };
}

function createSecure(
  handler: RequestListener,
  tls: { key: string; cert: string },
  option: string,
) {
  try {
    return createSecureServer({ ...tls, keepAliveTimeout, minVersion: "TLSv1.2" }, handler);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The certificate and key cannot be used (${detail}); check --tls-cert and --tls-key, or leave out ${option}.`,
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

/** Takes no new connections, lets requests in flight finish, and after ten seconds cuts what is left. */
async function closeGently(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  // A kept-alive connection falls idle only once its answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), secondsToFinish * 1000);
  server.closeIdleConnections();
  await promise;
  clearInterval(sweep);
  clearTimeout(cut);
}

import { isIP, type Socket } from "node:net";
import { connect, rootCertificates, type TLSSocket } from "node:tls";

/**
 * Returns the TLS option with the certificates to trust: the public ones and, if given, the user's
 * own authority (PEM).
 */
export function toCaOption(ca: string | undefined): { ca?: string[] } {
  return ca === undefined || ca.trim() === "" ? {} : { ca: [...rootCertificates, ca] };
}

/** Starts TLS over an open connection. Rejects if the certificate is not valid for the host. */
export function startTls(
  socket: Socket,
  server: { host: string; ca?: string | undefined },
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const nameOption =
      isIP(server.host) === 0 ? { servername: server.host } : { host: server.host };
    const tlsSocket = connect({ socket, ...nameOption, ...toCaOption(server.ca) });
    const abort = () => tlsSocket.destroy(toError(signal.reason));
    const removeListeners = () => {
      signal.removeEventListener("abort", abort);
      tlsSocket.removeListener("error", fail);
      tlsSocket.removeListener("close", fail);
    };
    const fail = (error?: unknown) => {
      removeListeners();
      socket.destroy();
      reject(error instanceof Error ? error : new Error("the connection was closed"));
    };
    signal.addEventListener("abort", abort);
    tlsSocket.once("error", fail);
    tlsSocket.once("close", fail);
    tlsSocket.once("secureConnect", () => {
      removeListeners();
      resolve(tlsSocket);
    });
    if (signal.aborted) abort();
  });
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("aborted");
}

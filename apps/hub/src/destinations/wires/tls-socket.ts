import { isIP, type Socket } from "node:net";
import { connect, rootCertificates, type TLSSocket } from "node:tls";

/** Returns the TLS option with the certificates to trust: the public ones and, if given, the user's own authority (PEM). */
export function trustedAuthorities(ca: string | undefined): { ca?: string[] } {
  return ca === undefined || ca.trim() === "" ? {} : { ca: [...rootCertificates, ca] };
}

/** Starts TLS over an open connection. Rejects if the certificate is not valid for the host. */
export function startTls(
  socket: Socket,
  to: { host: string; ca?: string | undefined },
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const name = isIP(to.host) === 0 ? { servername: to.host } : { host: to.host };
    const secure = connect({ socket, ...name, ...trustedAuthorities(to.ca) });
    const abort = () => secure.destroy(toError(signal.reason));
    const done = () => {
      signal.removeEventListener("abort", abort);
      secure.removeListener("error", fail);
      secure.removeListener("close", fail);
    };
    const fail = (error?: unknown) => {
      done();
      socket.destroy();
      reject(error instanceof Error ? error : new Error("the connection was closed"));
    };
    signal.addEventListener("abort", abort);
    secure.once("error", fail);
    secure.once("close", fail);
    secure.once("secureConnect", () => {
      done();
      resolve(secure);
    });
    if (signal.aborted) abort();
  });
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("aborted");
}

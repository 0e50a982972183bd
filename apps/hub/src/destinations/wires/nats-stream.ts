import type { Socket } from "node:net";
import { orAborted } from "./aborting.ts";
import { ConnectionLost } from "./kept-connections.ts";
import type { NatsServer } from "./nats-server.ts";
import { startTls } from "./tls-socket.ts";
import type { Dial } from "./wire.ts";

/** The longest first line of a server, which may list its whole cluster. */
const maxGreetingBytes = 65_536;

/** An open connection to a server, and the bytes that it has sent so far: `INFO …` and more. */
export type NatsStream = { stream: Socket; greeting: Buffer; tls: boolean };

/**
 * Dials a server, reads its greeting and then starts TLS, if the address says so
 * (https://docs.nats.io/reference/reference-protocols/nats-protocol#info). Rejects with
 * `ConnectionLost` if the server does not speak NATS, or wants TLS when the address does not.
 */
export async function openNatsStream(
  dial: Dial,
  server: NatsServer,
  allowPrivate: boolean,
  signal: AbortSignal,
): Promise<NatsStream> {
  const socket = await orAborted(dial(server.host, server.port, { allowPrivate }, signal), signal);
  try {
    const greeting = await orAborted(readGreeting(socket), signal);
    const end = greeting.indexOf("\n") + 1;
    const info = parseInfo(greeting.subarray(0, end).toString());
    if (!server.tls) {
      if (!info.requiresTls) return { stream: socket, greeting, tls: false };
      throw new ConnectionLost("requires TLS. Begin the address with tls:// instead of nats://.");
    }
    if (!info.offersTls) {
      throw new ConnectionLost("offers no TLS. Begin the address with nats:// instead of tls://.");
    }
    const stream = await startTls(socket, server, signal);
    // Nobody can have signed what came before TLS, so only its first line is read.
    return { stream, greeting: greeting.subarray(0, end), tls: true };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Reads until the end of the first line, and leaves the socket paused. */
function readGreeting(socket: Socket): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let received = Buffer.alloc(0);
  const read = (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    if (!received.includes("\n") && received.length < maxGreetingBytes) return;
    socket.pause();
    resolve(received);
  };
  const lose = () => reject(new ConnectionLost("closed the connection."));
  socket.on("data", read).once("error", reject).once("close", lose);
  return promise.finally(() => {
    socket.off("data", read).off("error", reject).off("close", lose);
  });
}

function parseInfo(line: string): { requiresTls: boolean; offersTls: boolean } {
  try {
    const info: unknown = JSON.parse(/^INFO\s+(\{.*\})\s*$/i.exec(line)?.[1] ?? "");
    const { version, tls_required, tls_available } = info as Record<string, unknown>;
    // The library writes to the console about a server without a version.
    if (!/^\d+\.\d+\.\d+/.test(String(version))) throw new Error("no version");
    const requiresTls = tls_required === true;
    return { requiresTls, offersTls: requiresTls || tls_available === true };
  } catch {
    throw new ConnectionLost("does not speak NATS. Check the port.");
  }
}

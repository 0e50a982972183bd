import type { Socket } from "node:net";
import { Agent, buildConnector } from "undici";

/** The use of a connection by one request. */
export type ConnectionUse = {
  /** Whether the connection had carried a request before. */
  isReused: boolean;
  /** Whether a byte came back, possibly only of an interim response. */
  hasResponse: boolean;
};

/** An agent whose connections report their use, and skip `100 Continue`. */
export type HttpConnections = {
  agent: Agent;
  /** Fills in `use` for the next request. Call in `onRequestStart`, before undici writes it. */
  follow(use: ConnectionUse): void;
};

/** `opening` holds the sockets that are being opened, for which undici would wait. */
export function openHttpConnections({
  connect,
  opening,
  ...options
}: Omit<Agent.Options, "connect"> & {
  connect: buildConnector.BuildOptions;
  opening: Set<Socket>;
}): HttpConnections {
  const connector = buildConnector({ ...connect, allowH2: false });
  let startingUse: ConnectionUse | undefined;
  function takeStartingUse() {
    const use = startingUse;
    startingUse = undefined;
    return use;
  }
  const agent = new Agent({
    ...options,
    // One request at a time, as `watchSocket` needs.
    pipelining: 1,
    allowH2: false,
    connect(target, callback) {
      // Returns the socket, although its type does not say so.
      const opened = connector(target, (...[error, socket]) => {
        opening.delete(opened);
        if (error) return callback(error, null);
        watchSocket(socket, takeStartingUse);
        callback(null, socket);
      }) as unknown as Socket;
      opening.add(opened);
    },
  });
  return {
    agent,
    follow(use) {
      startingUse = use;
    },
  };
}

/**
 * Drops each `100 Continue` that precedes a response. A client must parse any number of interim
 * responses that it did not ask for (RFC 9110, section 15.2), but undici ends the connection at a
 * `100 Continue` and loses the response behind it.
 */
function watchSocket(socket: Socket, takeStartingUse: () => ConnectionUse | undefined): void {
  const { read, write } = socket;
  let current: ConnectionUse | undefined;
  let awaitsResponse = false;
  let heldBytes: Buffer = empty;

  socket.write = ((...args: Parameters<typeof write>) => {
    const use = takeStartingUse();
    if (use) {
      use.isReused = current !== undefined;
      current = use;
      awaitsResponse = true;
      heldBytes = empty;
    }
    return write.apply(socket, args);
  }) as typeof write;

  socket.read = (size) => {
    for (;;) {
      const chunk: Buffer | null = read.call(socket, size);
      if (chunk === null || !awaitsResponse) return chunk;
      if (current) current.hasResponse = true;
      const rest = dropContinue(heldBytes.length === 0 ? chunk : Buffer.concat([heldBytes, chunk]));
      heldBytes = rest.bytes;
      if (!rest.isFinal) continue;
      awaitsResponse = false;
      heldBytes = empty;
      return rest.bytes;
    }
  };
}

const empty = Buffer.alloc(0);
const continueStart = /^HTTP\/1\.[01] 100[ \r]/;
const startLength = "HTTP/1.1 100 ".length;
const maxInterimBytes = 16_384;

/**
 * Returns the bytes after every `100 Continue` at their beginning. `isFinal` is false if more bytes
 * must arrive to tell whether another one follows.
 */
function dropContinue(bytes: Buffer): { bytes: Buffer; isFinal: boolean } {
  let rest = bytes;
  for (;;) {
    const start = rest.toString("latin1", 0, startLength);
    if (start.length < startLength) {
      const isUndecided = ["HTTP/1.1 100 ", "HTTP/1.0 100 "].some((full) => full.startsWith(start));
      return { bytes: rest, isFinal: !isUndecided };
    }
    if (!continueStart.test(start)) return { bytes: rest, isFinal: true };
    const end = rest.indexOf("\r\n\r\n");
    if (end === -1) return { bytes: rest, isFinal: rest.length > maxInterimBytes };
    rest = rest.subarray(end + 4);
  }
}

/**
 * Returns whether a request failed because the server had closed or reset a kept connection at that
 * moment, so that a new connection gets a response (RFC 9112, section 9.3.1).
 */
export function isStaleConnection(use: ConnectionUse, error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return use.isReused && !use.hasResponse && closedCodes.includes(code);
}

const closedCodes = ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"];

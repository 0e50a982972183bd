import {
  AuthorizationError,
  ClosedConnectionError,
  ConnectionError,
  type ConnectionOptions,
  credsAuthenticator,
  headers,
  InvalidArgumentError,
  NatsConnectionImpl,
  NoRespondersError,
  PermissionViolationError,
  ProtocolError,
  RequestError,
  type Server,
  setTransportFactory,
  type Transport,
  UserAuthenticationExpiredError,
} from "@nats-io/nats-core/internal";
import type { NatsMessage } from "../kind.ts";
import { ConnectionLost } from "./kept-connections.ts";
import type { NatsLogin } from "./nats-server.ts";
import type { NatsStream } from "./nats-stream.ts";

const pingIntervalMs = 30_000;
/** Longer than any destination has time, with which a message ends that nobody acknowledges. */
const longestRequestMs = 180_000;

/** Every connection of the library gets its stream from its own options. */
type StreamOptions = ConnectionOptions & { openStream: () => Promise<NatsStream> };

setTransportFactory({ factory: () => new StreamTransport() });

/**
 * Logs in over a stream that `openStream` opens, which is not opened again after it has ended. The
 * library looks up no names, and follows no advice of the server about others of its cluster.
 */
export function logInToNats(
  openStream: () => Promise<NatsStream>,
  login: NatsLogin,
): Promise<NatsConnectionImpl> {
  const options: StreamOptions = {
    openStream,
    name: "scanhook",
    reconnect: false,
    resolve: false,
    ignoreClusterUpdates: true,
    noAsyncTraces: true,
    pingInterval: pingIntervalMs,
    timeout: longestRequestMs,
    ...toCredentials(login),
  };
  return NatsConnectionImpl.connect(options) as Promise<NatsConnectionImpl>;
}

function toCredentials(login: NatsLogin): ConnectionOptions {
  switch (login.kind) {
    case "none":
      return {};
    case "password":
      return { user: login.user, pass: login.password };
    case "token":
      return { token: login.token };
    case "credentials":
      return { authenticator: credsAuthenticator(Buffer.from(login.credentials)) };
  }
}

/**
 * What became of a message. `responded`: a stream, or something else, responded with this text.
 * `maxBytes` is the limit of the server for a message and its headers.
 */
export type NatsResponse =
  | { kind: "responded"; text: string }
  | { kind: "too-large"; maxBytes: number }
  | { kind: "no-stream" | "not-permitted" };

/**
 * Publishes a message and resolves with what became of it. Rejects with `ConnectionLost` when the
 * connection ends before.
 */
export async function publishToNats(
  connection: NatsConnectionImpl,
  { id, subject, contentType, payload }: NatsMessage,
): Promise<NatsResponse> {
  const named = headers();
  // JetStream keeps one of several messages with the same id.
  named.set("Nats-Msg-Id", id);
  named.set("Content-Type", contentType);
  const options = { headers: named, timeout: longestRequestMs };
  try {
    const response = await connection.request(subject, payload, options);
    return { kind: "responded", text: response.string() };
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    if (cause instanceof NoRespondersError) return { kind: "no-stream" };
    if (cause instanceof PermissionViolationError) return { kind: "not-permitted" };
    if (cause instanceof InvalidArgumentError)
      return { kind: "too-large", maxBytes: connection.info?.max_payload ?? 0 };
    if (error instanceof RequestError || error instanceof ClosedConnectionError)
      throw new ConnectionLost("closed the connection.");
    throw error;
  }
}

/** Returns why a connection ended, or was not opened, as far as the library knows. */
export function explainEnd(reason: unknown): Error {
  if (reason instanceof AuthorizationError || reason instanceof UserAuthenticationExpiredError)
    return new ConnectionLost("did not accept the log-in.");
  if (reason instanceof ProtocolError)
    return new ConnectionLost(`ended the connection (${reason.message}).`);
  if (reason instanceof ConnectionError || !(reason instanceof Error))
    return new ConnectionLost("closed the connection.");
  return reason;
}

/** Gives the library a stream that was opened already, by the egress guard. */
class StreamTransport implements Transport {
  readonly lang = "nats.js";
  readonly version = "";
  closeError?: Error;
  #opened: NatsStream | undefined;
  readonly #closed = Promise.withResolvers<Error | undefined>();

  get isClosed(): boolean {
    return this.#opened?.stream.destroyed ?? true;
  }

  async connect(_server: Server, options: ConnectionOptions): Promise<void> {
    this.#opened = await (options as StreamOptions).openStream();
    const { stream } = this.#opened;
    stream.setNoDelay(true);
    stream.once("error", (error) => {
      this.closeError = error;
    });
    stream.once("close", () => this.#closed.resolve(this.closeError));
  }

  async *[Symbol.asyncIterator](): AsyncIterableIterator<Uint8Array> {
    if (!this.#opened) return;
    yield this.#opened.greeting;
    try {
      yield* this.#opened.stream;
    } catch {
      // `closed` says so.
    }
  }

  isEncrypted(): boolean {
    return this.#opened?.tls ?? false;
  }

  send(frame: Uint8Array): void {
    if (this.#opened?.stream.writable) this.#opened.stream.write(frame);
  }

  /** Resolves after `closed`, on which the library relies. */
  async close(error?: Error): Promise<void> {
    if (error) this.closeError = error;
    const stream = this.#opened?.stream;
    if (!stream || stream.closed) return;
    stream.destroySoon();
    await this.#closed.promise;
  }

  disconnect(): void {
    this.#opened?.stream.destroy();
  }

  closed(): Promise<Error | undefined> {
    return this.#closed.promise;
  }

  discard(): void {
    this.disconnect();
  }
}

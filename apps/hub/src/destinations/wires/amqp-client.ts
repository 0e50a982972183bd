import type { Socket } from "node:net";
import { AMQPBaseClient } from "@cloudamqp/amqp-client";
import { AMQPView } from "@cloudamqp/amqp-client/amqp-view";
import type { AmqpBroker } from "./amqp-broker.ts";
import { ConnectionLost } from "./kept-connections.ts";

const protocolHeader = Buffer.from([0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1]);
/** The largest frame in either direction. The library keeps a buffer of this size per publish. */
const maxFrameBytes = 16_384;
const heartbeatSeconds = 60;
const frameEnd = 0xce;
/** Methods, headers, bodies and heartbeats (AMQP 0-9-1, section 4.2.3). */
const frameTypes: readonly number[] = [1, 2, 3, 8];

/**
 * An AMQP client over a socket that was opened already, by the egress guard. `onLost` gets the
 * reason when the connection ends, at least once.
 */
export class AmqpClient extends AMQPBaseClient {
  readonly #socket: Socket;
  readonly #onLost: (reason: Error) => void;
  #received = Buffer.alloc(0);
  #silence: NodeJS.Timeout | undefined;

  constructor(socket: Socket, broker: AmqpBroker, onLost: (reason: Error) => void) {
    const { virtualHost, user, password } = broker;
    super(virtualHost, user, password, "scanhook", undefined, maxFrameBytes, heartbeatSeconds);
    this.#socket = socket;
    this.#onLost = onLost;
    this.onerror = () => undefined;
    this.ondisconnect = (reason) => onLost(reason ?? new ConnectionLost("closed the connection."));
  }

  override async connect(): Promise<this> {
    const opened = Promise.withResolvers<unknown>();
    this.connectPromise = [opened.resolve, opened.reject];
    let failure: Error | undefined;
    this.#socket.on("data", (bytes: Buffer) => this.#read(bytes));
    this.#socket.on("error", (error) => {
      failure = error;
    });
    this.#socket.on("close", () => {
      clearTimeout(this.#silence);
      const reason = failure ?? new ConnectionLost("closed the connection.");
      this.closed = true;
      for (const channel of this.channels) channel?.setClosed(reason);
      opened.reject(reason);
      this.#onLost(reason);
    });
    this.#socket.setNoDelay(true);
    this.#socket.write(protocolHeader);
    await opened.promise;
    this.#watchHeartbeat();
    return this;
  }

  /** Resolves at once, because a message that is not sent is never confirmed either. */
  override send(bytes: Uint8Array): Promise<void> {
    // Copied, because the library uses the bytes again as soon as a channel has closed.
    if (this.#socket.writable) this.#socket.write(Buffer.from(bytes));
    return Promise.resolve();
  }

  protected override closeSocket(): void {
    this.#socket.destroySoon();
  }

  /** Ends the connection without a word to the broker. */
  abandon() {
    this.#socket.destroy();
  }

  /**
   * A broker sends something at least every half heartbeat. The library responds to heartbeats, so
   * the broker hears as much.
   */
  #watchHeartbeat() {
    if (this.heartbeat === 0) return;
    const lose = () => this.#socket.destroy(new ConnectionLost("did not respond in time."));
    this.#silence = setTimeout(lose, this.heartbeat * 2000).unref();
  }

  #read(bytes: Buffer) {
    this.#silence?.refresh();
    this.#received = Buffer.concat([this.#received, bytes]);
    try {
      for (let frame = this.#takeFrame(); frame; frame = this.#takeFrame()) this.parseFrames(frame);
    } catch {
      const reason = new ConnectionLost("does not speak AMQP 0-9-1. Check the port.");
      this.#socket.destroy(reason);
    }
  }

  /** Takes the next whole frame (section 4.2.3). Throws if there cannot be one. */
  #takeFrame(): AMQPView | undefined {
    const bytes = this.#received;
    if (bytes.length > 0 && !frameTypes.includes(bytes.readUInt8(0))) throw new Error("no frame");
    if (bytes.length < 7) return undefined;
    const length = 7 + bytes.readUInt32BE(3) + 1;
    if (length > maxFrameBytes) throw new Error("too large a frame");
    if (bytes.length < length) return undefined;
    if (bytes.readUInt8(length - 1) !== frameEnd) throw new Error("no frame end");
    this.#received = bytes.subarray(length);
    return new AMQPView(new Uint8Array(bytes.subarray(0, length)).buffer);
  }
}

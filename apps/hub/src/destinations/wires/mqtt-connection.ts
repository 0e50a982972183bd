import { createHash, randomBytes } from "node:crypto";
import { type IConnackPacket, MqttClient } from "mqtt";
import type { MqttMessage } from "../kind.ts";
import { orAborted } from "./aborting.ts";
import { type Broker, toBroker } from "./mqtt-broker.ts";
import { messageReasons } from "./mqtt-reasons.ts";
import { startTls } from "./tls-socket.ts";
import type { Dial, WireContext } from "./wire.ts";

const connectTimeoutMs = 10_000;
const keepaliveSeconds = 60;

/** One connection to a broker, from dialing until it ends. It is not opened again. */
export type Connection = {
  /** Resolves when the broker has accepted the connection. */
  ready: Promise<void>;
  /** Returns the maximum size of a packet to this broker; undefined if the broker gave none. */
  maxPacketBytes(): number | undefined;
  /** Returns whether a message was sent that the broker does not acknowledge (QoS 0). */
  hasUnacknowledged(): boolean;
  hasEnded(): boolean;
  hasSent(message: MqttMessage): boolean;
  publish(message: MqttMessage): Flight;
  /** Ends the connection immediately, because the broker does not respond. */
  end(): void;
  /** Sends DISCONNECT first, so that the broker does not take it for a crash. */
  finish(): Promise<void>;
};

/** A message on its way over a connection. */
export type Flight = {
  message: MqttMessage;
  /**
   * Settles with the acknowledgment (QoS 1) or once it is written (QoS 0). Rejects when the
   * connection ends before.
   */
  done: Promise<unknown>;
  /** Whether this is the first message of its connection. */
  isFirst: boolean;
  /**
   * Present if the connection ended while the message was on its way, in a manner that a message
   * can cause.
   */
  suspicion?: Suspicion;
};

/**
 * `isNamed`: the broker gave a reason that concerns a message; otherwise it only closed the
 * connection. `wasAlone`: no other message can have caused the end.
 */
export type Suspicion = { isNamed: boolean; wasAlone: boolean };

/**
 * The reason why a connection has ended. Its message completes a sentence that begins with the
 * broker.
 */
export class ConnectionEnded extends Error {
  override readonly name = "ConnectionEnded";
  /** `message`: a message caused the end. `perhaps`: a message can have caused it. */
  readonly blames: "message" | "perhaps" | "none";

  constructor(message: string, blames: ConnectionEnded["blames"] = "none") {
    super(message);
    this.blames = blames;
  }
}

/**
 * Opens a connection. `onSuspects` gets the messages that were on their way when the connection
 * ended, if one of them can have caused that; it is called before any of them rejects.
 */
export function openConnection(
  dial: Dial,
  context: WireContext,
  onSuspects: (messages: MqttMessage[]) => void,
): Connection {
  const broker = toBroker(context.settings, context.secrets);
  const stop = new AbortController();
  const closing = Promise.withResolvers<never>();
  const sentOnce = new Map<string, string>();
  /** How to reject each message on its way. */
  const flights = new Map<Flight, (reason: Error) => void>();
  let hasPublished = false;
  let hasUnacknowledged = false;
  let hasEnded = false;
  let opened: { client: MqttClient; connack: IConnackPacket } | undefined;

  const end = (reason: Error) => {
    if (hasEnded) return;
    hasEnded = true;
    if (reason instanceof ConnectionEnded && reason.blames !== "none") suspectFlights(reason);
    stop.abort(reason);
    closing.reject(reason);
    for (const reject of flights.values()) reject(reason);
    opened?.client.end(true);
  };
  function suspectFlights({ blames }: ConnectionEnded) {
    const wasAlone = flights.size === 1 && !hasUnacknowledged;
    const suspects = [...flights.keys()];
    for (const flight of suspects) flight.suspicion = { isNamed: blames === "message", wasAlone };
    onSuspects(suspects.map(({ message }) => message));
  }
  const timeout = AbortSignal.timeout(connectTimeoutMs);
  const ready = connect(broker, dial, context, AbortSignal.any([stop.signal, timeout])).then(
    (connected) => {
      opened = connected;
      const { client } = connected;
      client.on("error", (error) => end(toEnding(error)));
      client.on("close", () => end(new ConnectionEnded("closed the connection.", "perhaps")));
      client.on("disconnect", ({ reasonCode }) => end(explainDisconnect(reasonCode)));
      if (hasEnded) client.end(true);
    },
  );
  ready.catch(end);
  closing.promise.catch(() => undefined);

  async function deliver({ topic, payload, qos, retain, once }: MqttMessage, flight: Flight) {
    // Not `closing`, which would keep something of every message until the connection ends.
    const ended = Promise.withResolvers<never>();
    flights.set(flight, ended.reject);
    try {
      const publishing = opened!.client.publishAsync(topic, payload, { qos, retain });
      await Promise.race([publishing, ended.promise]);
    } finally {
      flights.delete(flight);
      if (qos === 0) hasUnacknowledged = true;
    }
    if (!once) return;
    // There are few scanners; with thousands of made-up names, the hub just announces them again.
    if (sentOnce.size >= 1000) sentOnce.clear();
    sentOnce.set(topic, hashPayload(payload));
  }

  return {
    ready,
    maxPacketBytes: () => opened?.connack.properties?.maximumPacketSize,
    hasUnacknowledged: () => hasUnacknowledged,
    hasEnded: () => hasEnded,
    hasSent: ({ topic, payload }) => sentOnce.get(topic) === hashPayload(payload),
    publish(message) {
      const flight: Flight = { message, done: closing.promise, isFirst: !hasPublished };
      if (hasEnded) return flight;
      hasPublished = true;
      flight.done = deliver(message, flight);
      return flight;
    },
    end: () => end(new ConnectionEnded("did not respond in time.")),
    async finish() {
      if (!hasEnded) await opened?.client.endAsync().catch(() => undefined);
      end(new ConnectionEnded("was disconnected, because the hub is closing."));
    },
  };
}

async function connect(
  broker: Broker,
  dial: Dial,
  context: WireContext,
  signal: AbortSignal,
): Promise<{ client: MqttClient; connack: IConnackPacket }> {
  const grant = { allowPrivate: context.allowPrivate };
  const socket = await orAborted(dial(broker.host, broker.port, grant, signal), signal);
  const stream = broker.tls ? await startTls(socket, broker, signal) : socket;
  const client = new MqttClient(() => stream, {
    protocolVersion: broker.version,
    protocolId: "MQTT",
    clientId: broker.clientId || `scanhook-${randomBytes(6).toString("hex")}`,
    clean: true,
    keepalive: keepaliveSeconds,
    connectTimeout: connectTimeoutMs,
    // The next message opens a new connection, so that the address is checked again.
    reconnectPeriod: 0,
    ...(broker.user === "" ? {} : { username: broker.user }),
    ...(broker.password === "" ? {} : { password: broker.password }),
  });
  const connected = Promise.withResolvers<IConnackPacket>();
  client.once("connect", connected.resolve);
  client.once("error", connected.reject);
  client.once("close", () => connected.reject(new ConnectionEnded("closed the connection.")));
  try {
    return { client, connack: await orAborted(connected.promise, signal) };
  } catch (error) {
    // The error is thrown below; without a listener, later ones would end the process.
    client.on("error", () => undefined);
    client.end(true);
    throw error;
  }
}

function explainDisconnect(reasonCode: number | undefined): ConnectionEnded {
  const reason = messageReasons[reasonCode ?? 0];
  return reason
    ? new ConnectionEnded(`refused the message: ${reason}.`, "message")
    : new ConnectionEnded(`closed the connection (reason ${reasonCode ?? "unknown"}).`);
}

function toEnding(error: Error): Error {
  // A broker that closes the connection while it is still being written to resets it.
  const code = "code" in error ? error.code : undefined;
  if (code === "ECONNRESET" || code === "EPIPE")
    return new ConnectionEnded("closed the connection.", "perhaps");
  // MQTT 5 has no such code in PUBACK (table 3-4), but Mosquitto 2.0 sends Packet too large (0x95)
  // for message_size_limit.
  if (error.message === "Invalid puback reason code") {
    return new ConnectionEnded(
      "refused the message without a valid reason; it may be too large for it.",
      "message",
    );
  }
  return error;
}

function hashPayload(payload: string): string {
  return createHash("sha256").update(payload).digest("base64");
}

import { createHash, randomBytes } from "node:crypto";
import { MqttClient } from "mqtt";
import { describeNetworkFault } from "../../egress/network-fault.ts";
import type { Outcome } from "../kind.ts";
import { orAborted } from "./aborting.ts";
import { type Broker, toBroker } from "./mqtt-broker.ts";
import { startTls } from "./tls-socket.ts";
import type { Dial, Wire, WireContext } from "./wire.ts";

const connectTimeoutMs = 10_000;
const keepaliveSeconds = 60;

/**
 * Publishes messages over one connection for each destination, opened for the first message and again after it has
 * ended. With QoS 1 a message is delivered once the broker has acknowledged it, with QoS 0 once it is written.
 */
export function createMqttWire(options: { dial: Dial }): Wire<"mqtt"> {
  const connections = new Map<number, Connection>();

  function getConnection(context: WireContext): Connection {
    const optionsKey = JSON.stringify([context.settings, context.secrets, context.allowPrivate]);
    const existing = connections.get(context.destination);
    if (existing?.optionsKey === optionsKey && !existing.hasEnded()) return existing;
    existing?.end();
    const connection = openConnection(optionsKey, options.dial, context);
    connections.set(context.destination, connection);
    return connection;
  }

  return {
    async send(message, context) {
      const connection = getConnection(context);
      try {
        const client = await orAborted(connection.ready, context.signal);
        if (message.once && connection.hasSent(message.topic, message.payload)) {
          return { kind: "delivered" };
        }
        const { topic, payload, qos, retain } = message;
        const publishing = client.publishAsync(topic, payload, { qos, retain });
        await orAborted(Promise.race([publishing, connection.closed]), context.signal);
        if (message.once) connection.remember(topic, payload);
        return { kind: "delivered" };
      } catch (error) {
        // A broker that did not respond in time will not respond to the next message either.
        if (!isRefusal(error)) connection.end();
        return toFailure(error, toBroker(context.settings, context.secrets));
      }
    },
    forget(destination) {
      connections.get(destination)?.end();
      connections.delete(destination);
    },
    async close() {
      await Promise.all([...connections.values()].map((connection) => connection.finish()));
      connections.clear();
    },
  };
}

type Connection = {
  optionsKey: string;
  ready: Promise<MqttClient>;
  /** Rejects when the connection ends. */
  closed: Promise<never>;
  hasEnded(): boolean;
  hasSent(topic: string, payload: string): boolean;
  remember(topic: string, payload: string): void;
  /** Ends the connection immediately. */
  end(): void;
  /** Sends DISCONNECT first, so that the broker does not take it for a crash. */
  finish(): Promise<void>;
};

function openConnection(optionsKey: string, dial: Dial, context: WireContext): Connection {
  const broker = toBroker(context.settings, context.secrets);
  const stop = new AbortController();
  const closing = Promise.withResolvers<never>();
  const sentOnce = new Map<string, string>();
  let hasEnded = false;
  let client: MqttClient | undefined;

  const end = (reason: Error) => {
    hasEnded = true;
    stop.abort(reason);
    closing.reject(reason);
    client?.end(true);
  };
  const timeout = AbortSignal.timeout(connectTimeoutMs);
  const ready = connect(broker, dial, context, AbortSignal.any([stop.signal, timeout])).then(
    (opened) => {
      client = opened;
      opened.on("error", end);
      opened.on("close", () => end(new ConnectionEnded("closed the connection.")));
      opened.on("disconnect", ({ reasonCode }) =>
        end(new ConnectionEnded(`closed the connection (reason ${reasonCode ?? "unknown"}).`)),
      );
      if (hasEnded) opened.end(true);
      return opened;
    },
  );
  ready.catch(end);
  closing.promise.catch(() => undefined);

  return {
    optionsKey,
    ready,
    closed: closing.promise,
    hasEnded: () => hasEnded,
    hasSent: (topic, payload) => sentOnce.get(topic) === hashPayload(payload),
    remember(topic, payload) {
      // There are few scanners; with thousands of made-up names, the hub only announces them again.
      if (sentOnce.size >= 1000) sentOnce.clear();
      sentOnce.set(topic, hashPayload(payload));
    },
    end: () => end(new ConnectionEnded("did not respond in time.")),
    async finish() {
      if (!hasEnded) await client?.endAsync().catch(() => undefined);
      end(new ConnectionEnded("was disconnected, because the hub is closing."));
    },
  };
}

async function connect(
  broker: Broker,
  dial: Dial,
  context: WireContext,
  signal: AbortSignal,
): Promise<MqttClient> {
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
  const connected = Promise.withResolvers<MqttClient>();
  client.once("connect", () => connected.resolve(client));
  client.once("error", connected.reject);
  client.once("close", () => connected.reject(new ConnectionEnded("closed the connection.")));
  try {
    return await orAborted(connected.promise, signal);
  } catch (error) {
    // The error is thrown below; without a listener, later ones would end the process.
    client.on("error", () => undefined);
    client.end(true);
    throw error;
  }
}

function hashPayload(payload: string): string {
  return createHash("sha256").update(payload).digest("base64");
}

/** The reason why a connection has ended. Its message completes a sentence that begins with the broker. */
class ConnectionEnded extends Error {
  override readonly name = "ConnectionEnded";
}

/** Reason codes of MQTT 5 (section 2.4) that concern one message: its topic, size or content. */
const messageReasonCodes: readonly number[] = [0x90, 0x95, 0x99];

/** Returns whether the broker refused one message, which leaves the connection open. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Publish error");
}

function toFailure(error: unknown, broker: Broker): Outcome {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const brokerName = `The MQTT broker at ${broker.host}:${broker.port}`;
  if (isRefusal(error)) {
    const fault = messageReasonCodes.includes(Number(code)) ? "scan" : "destination";
    const reason = (error as Error).message.replace("Publish error: ", "");
    return { kind: "failed", fault, error: `${brokerName} refused the message: ${reason}.` };
  }
  const sentence = connectRefusals[String(code)];
  if (sentence) return { kind: "failed", fault: "destination", error: `${brokerName} ${sentence}` };
  if (error instanceof ConnectionEnded) {
    return { kind: "failed", fault: "destination", error: `${brokerName} ${error.message}` };
  }
  return { kind: "failed", fault: "destination", error: describeNetworkFault(error, broker) };
}

/** The reason codes of CONNACK in MQTT 3.1.1 (table 3.1) and MQTT 5 (table 3-1). */
const connectRefusals: Readonly<Record<string, string>> = {
  1: "does not support this version of MQTT. Choose the other one.",
  2: "does not accept the client ID. Leave it empty or choose another one.",
  3: "is not available right now.",
  4: "did not accept the user and password.",
  5: "does not authorize this user. Check user and password.",
  132: "does not support this version of MQTT. Choose the other one.",
  133: "does not accept the client ID. Leave it empty or choose another one.",
  134: "did not accept the user and password.",
  135: "does not authorize this user. Check user and password.",
  136: "is not available right now.",
  137: "is busy.",
};

import { createHash, randomBytes } from "node:crypto";
import { MqttClient } from "mqtt";
import { describeNetworkFault } from "../../egress/network-fault.ts";
import type { Outcome } from "../kind.ts";
import type { Dial, Wire, WireContext } from "../wire.ts";
import { orAborted } from "./aborting.ts";
import { type Broker, brokerOf } from "./mqtt-broker.ts";
import { overTls } from "./tls-socket.ts";

const connectMs = 10_000;
const keepaliveSeconds = 60;

/**
 * Publishes over one connection a destination, made when the first message needs it and again when it broke.
 * With QoS 1 a message is delivered once the broker acknowledged it, with QoS 0 once it is written.
 */
export function createMqttWire(options: { dial: Dial }): Wire<"mqtt"> {
  const connections = new Map<number, Connection>();

  function connectionOf(context: WireContext): Connection {
    const settings = JSON.stringify([context.settings, context.secrets, context.allowPrivate]);
    const there = connections.get(context.destination);
    if (there?.settings === settings && !there.broken()) return there;
    there?.end();
    const made = openConnection(settings, options.dial, context);
    connections.set(context.destination, made);
    return made;
  }

  return {
    async send(message, context) {
      const connection = connectionOf(context);
      try {
        const client = await orAborted(connection.ready, context.signal);
        if (message.once && connection.hasSent(message.topic, message.payload)) {
          return { kind: "delivered" };
        }
        const { topic, payload, qos, retain } = message;
        const sent = client.publishAsync(topic, payload, { qos, retain });
        await orAborted(Promise.race([sent, connection.closed]), context.signal);
        if (message.once) connection.remember(topic, payload);
        return { kind: "delivered" };
      } catch (error) {
        // What did not answer in time will not answer the next message either.
        if (!isRefusal(error)) connection.end();
        return toFailure(error, brokerOf(context.settings, context.secrets));
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
  settings: string;
  ready: Promise<MqttClient>;
  /** Rejects when the connection ends. */
  closed: Promise<never>;
  broken(): boolean;
  hasSent(topic: string, payload: string): boolean;
  remember(topic: string, payload: string): void;
  /** At once. */
  end(): void;
  /** With a word of farewell, so that the broker does not take it for a crash. */
  finish(): Promise<void>;
};

function openConnection(settings: string, dial: Dial, context: WireContext): Connection {
  const broker = brokerOf(context.settings, context.secrets);
  const stop = new AbortController();
  const closing = Promise.withResolvers<never>();
  const sentOnce = new Map<string, string>();
  let broken = false;
  let client: MqttClient | undefined;

  const end = (reason: Error) => {
    broken = true;
    stop.abort(reason);
    closing.reject(reason);
    client?.end(true);
  };
  const timeout = AbortSignal.timeout(connectMs);
  const ready = connect(broker, dial, context, AbortSignal.any([stop.signal, timeout])).then(
    (made) => {
      client = made;
      made.on("error", end);
      made.on("close", () => end(new Broken("closed the connection.")));
      made.on("disconnect", ({ reasonCode }) =>
        end(new Broken(`closed the connection (reason ${reasonCode ?? "unknown"}).`)),
      );
      if (broken) made.end(true);
      return made;
    },
  );
  ready.catch(end);
  closing.promise.catch(() => undefined);

  return {
    settings,
    ready,
    closed: closing.promise,
    broken: () => broken,
    hasSent: (topic, payload) => sentOnce.get(topic) === digest(payload),
    remember(topic, payload) {
      // Scanners are few; whoever makes up thousands of names only makes the hub announce them again.
      if (sentOnce.size >= 1000) sentOnce.clear();
      sentOnce.set(topic, digest(payload));
    },
    end: () => end(new Broken("was not heard of in time.")),
    async finish() {
      if (!broken) await client?.endAsync().catch(() => undefined);
      end(new Broken("is left: the hub stops."));
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
  const stream = broker.tls ? await overTls(socket, broker, signal) : socket;
  const client = new MqttClient(() => stream, {
    protocolVersion: broker.version,
    protocolId: "MQTT",
    clientId: broker.clientId || `scanhook-${randomBytes(6).toString("hex")}`,
    clean: true,
    keepalive: keepaliveSeconds,
    connectTimeout: connectMs,
    // A new connection is made for the next message: then the guard looks at the address again.
    reconnectPeriod: 0,
    ...(broker.user === "" ? {} : { username: broker.user }),
    ...(broker.password === "" ? {} : { password: broker.password }),
  });
  const connected = Promise.withResolvers<MqttClient>();
  client.once("connect", () => connected.resolve(client));
  client.once("error", connected.reject);
  client.once("close", () => connected.reject(new Broken("closed the connection.")));
  try {
    return await orAborted(connected.promise, signal);
  } catch (error) {
    client.on("error", () => undefined);
    client.end(true);
    throw error;
  }
}

function digest(payload: string): string {
  return createHash("sha256").update(payload).digest("base64");
}

/** Why a connection is over; its message is what the broker did. */
class Broken extends Error {
  override readonly name = "Broken";
}

/** Reason codes of MQTT 5 (section 2.4) that are about this one message: topic, size, content. */
const aboutTheMessage: readonly number[] = [0x90, 0x95, 0x99];

/** A refused message leaves the connection as it is. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Publish error");
}

function toFailure(error: unknown, broker: Broker): Outcome {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const name = `The MQTT broker at ${broker.host}:${broker.port}`;
  if (isRefusal(error)) {
    const fault = aboutTheMessage.includes(Number(code)) ? "scan" : "destination";
    const reason = (error as Error).message.replace("Publish error: ", "");
    return { kind: "failed", fault, error: `${name} did not take the message: ${reason}.` };
  }
  const sentence = refusals[String(code)];
  if (sentence) return { kind: "failed", fault: "destination", error: `${name} ${sentence}` };
  if (error instanceof Broken) {
    return { kind: "failed", fault: "destination", error: `${name} ${error.message}` };
  }
  return { kind: "failed", fault: "destination", error: describeNetworkFault(error, broker) };
}

/** What CONNACK says, in MQTT 3.1.1 (table 3.1) and in MQTT 5 (table 3-1). */
const refusals: Readonly<Record<string, string>> = {
  1: "does not speak this version of MQTT; choose the other one.",
  2: "does not accept the client id; leave it empty or choose another.",
  3: "is not available right now.",
  4: "did not accept the user and password.",
  5: "does not let this user in; check user and password.",
  132: "does not speak this version of MQTT; choose the other one.",
  133: "does not accept the client id; leave it empty or choose another.",
  134: "did not accept the user and password.",
  135: "does not let this user in; check user and password.",
  136: "is not available right now.",
  137: "is busy.",
};

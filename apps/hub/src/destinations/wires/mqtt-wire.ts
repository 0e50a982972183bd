import { describeNetworkFault } from "../../egress/network-fault.ts";
import type { MqttMessage, Outcome } from "../kind.ts";
import { orAborted } from "./aborting.ts";
import { type Broker, toBroker } from "./mqtt-broker.ts";
import {
  type Connection,
  ConnectionEnded,
  openConnection,
  type Suspicion,
} from "./mqtt-connection.ts";
import { explainConnectRefusal, messageReasons } from "./mqtt-reasons.ts";
import type { Dial, Wire, WireContext } from "./wire.ts";

/**
 * Brokers that limit the size of packets hardly ever set the limit lower. Most scans are a tenth of
 * it.
 */
const largeMessageBytes = 4096;
const maxTopics = 1000;

/**
 * Publishes messages over one connection for each destination, opened for the first message and
 * again after it has ended. With QoS 1 a message is delivered once the broker has acknowledged it,
 * with QoS 0 once it is written.
 *
 * A broker refuses a message by ending the connection, and everything that is on its way ends with
 * it. Such messages are sent again one at a time, which finds the one that the broker refuses and
 * delivers the others.
 */
export function createMqttWire(options: { dial: Dial }): Wire<"mqtt"> {
  const outlets = new Map<number, Outlet>();

  function getOutlet(context: WireContext): Outlet {
    const optionsKey = JSON.stringify([context.settings, context.secrets, context.allowPrivate]);
    const existing = outlets.get(context.destinationId);
    if (existing?.optionsKey === optionsKey) return existing;
    existing?.connection?.end();
    const outlet = createOutlet(optionsKey);
    outlets.set(context.destinationId, outlet);
    return outlet;
  }

  function getConnection(outlet: Outlet, context: WireContext, isAlone: boolean): Connection {
    const { connection: existing } = outlet;
    const isUsable = existing && !existing.hasEnded();
    if (isUsable && !(isAlone && existing.hasUnacknowledged())) return existing;
    existing?.end();
    const connection = openConnection(options.dial, context, (messages) => {
      for (const message of messages) outlet.suspects.add(message);
    });
    outlet.connection = connection;
    return connection;
  }

  async function attempt(
    outlet: Outlet,
    message: MqttMessage,
    context: WireContext,
    isAlone: boolean,
  ): Promise<Attempt> {
    const broker = toBroker(context.settings, context.secrets);
    const connection = getConnection(outlet, context, isAlone);
    let flight: ReturnType<Connection["publish"]> | undefined;
    try {
      await orAborted(connection.ready, context.signal);
      if (message.once && connection.hasSent(message)) return { outcome: { kind: "delivered" } };
      const problem = findSizeProblem(message, broker, connection.maxPacketBytes());
      if (problem) return { outcome: { kind: "failed", fault: "scan", error: problem } };
      flight = connection.publish(message);
      await orAborted(flight.done, context.signal);
      if (message.qos === 1) outlet.remember(message.topic);
      return { outcome: { kind: "delivered" } };
    } catch (error) {
      // A broker that did not respond in time will not respond to the next message either.
      if (!isRefusal(error)) connection.end();
      const outcome = toFailure(error, broker);
      const suspicion = flight?.suspicion;
      return { outcome, ...(flight && suspicion && { ...suspicion, isFirst: flight.isFirst }) };
    }
  }

  /**
   * Sends a suspect again, with nothing else on its way, until it is delivered or certain to be at
   * fault.
   */
  async function tryAlone(
    outlet: Outlet,
    message: MqttMessage,
    context: WireContext,
    first: Attempt,
  ): Promise<Outcome> {
    let last = first;
    let endings = 0;
    for (;;) {
      const { isNamed, wasAlone, isFirst, outcome } = last;
      if (outcome.kind === "delivered" || isNamed === undefined) return outcome;
      if (isNamed && wasAlone) return { ...outcome, fault: "scan" };
      if (wasAlone && isFirst) endings += 1;
      if (endings === 2) return judge(outlet, message, outcome);
      if (outlets.get(context.destinationId) !== outlet) return outcome;
      last = await attempt(outlet, message, context, true);
    }
  }

  async function send(message: MqttMessage, context: WireContext): Promise<Outcome> {
    let outlet = getOutlet(context);
    while (outlet.suspects.size > 0) {
      await orAborted(outlet.turn, context.signal);
      outlet = getOutlet(context);
    }
    const first = await attempt(outlet, message, context, false);
    if (!outlet.suspects.has(message)) return first.outcome;
    const previousTurn = outlet.turn;
    const turn = Promise.withResolvers<void>();
    outlet.turn = previousTurn.then(() => turn.promise);
    try {
      await orAborted(previousTurn, context.signal);
      return await tryAlone(outlet, message, context, first);
    } finally {
      outlet.suspects.delete(message);
      turn.resolve();
    }
  }

  return {
    send: (message, context) =>
      send(message, context).catch((error: unknown) =>
        toFailure(error, toBroker(context.settings, context.secrets)),
      ),
    forget(destination) {
      outlets.get(destination)?.connection?.end();
      outlets.delete(destination);
    },
    async close() {
      const open = [...outlets.values()];
      outlets.clear();
      await Promise.all(open.map(({ connection }) => connection?.finish()));
    },
  };
}

/** The state of the wire for one destination. */
type Outlet = ReturnType<typeof createOutlet>;

function createOutlet(optionsKey: string) {
  const acknowledgedTopics = new Set<string>();
  return {
    optionsKey,
    connection: undefined as Connection | undefined,
    /**
     * Messages of which one has ended a connection. While there are any, each of them is sent
     * alone, and others wait.
     */
    suspects: new Set<MqttMessage>(),
    /** Resolves when all suspects that wait for their turn have had it. */
    turn: Promise.resolve(),
    hasAcknowledged: (topic: string) => acknowledgedTopics.has(topic),
    remember(topic: string) {
      if (acknowledgedTopics.size >= maxTopics) acknowledgedTopics.clear();
      acknowledgedTopics.add(topic);
    },
  };
}

/**
 * The outcome of sending a message once, with what speaks against the message if the connection
 * ended.
 */
type Attempt = { outcome: Outcome } & Partial<Suspicion & { isFirst: boolean }>;

/**
 * Decides about a message that has twice been the only one of a new connection, which the broker
 * then closed without a reason, as every broker of MQTT 3.1.1 does. A broker also does so when the
 * user may not publish to the topic (MQTT 3.1.1, section 3.3.5), and then every scan would be lost.
 * So the message is at fault only if the broker takes others on this topic, or if the message is
 * large.
 */
function judge(
  outlet: Outlet,
  { topic, payload }: MqttMessage,
  outcome: Extract<Outcome, { kind: "failed" }>,
): Outcome {
  const bytes = Buffer.byteLength(payload);
  if (!outlet.hasAcknowledged(topic) && bytes <= largeMessageBytes) return outcome;
  const error = `${outcome.error} It did so twice at this message of ${formatBytes(bytes)}, which may be too large for it.`;
  return { ...outcome, fault: "scan", error };
}

/**
 * Returns why a broker cannot take a packet as large as this message makes (MQTT 5, section
 * 3.2.2.3.6).
 */
function findSizeProblem(
  message: MqttMessage,
  broker: Broker,
  maxPacketBytes: number | undefined,
): string | undefined {
  const bytes = countPacketBytes(message);
  if (maxPacketBytes === undefined || bytes <= maxPacketBytes) return undefined;
  return `${nameBroker(broker)} takes at most ${formatBytes(maxPacketBytes)} at once, and this message has ${formatBytes(bytes)}.`;
}

/** Returns the size of a PUBLISH packet of MQTT 5 without properties (section 3.3). */
function countPacketBytes({ topic, payload, qos }: MqttMessage): number {
  const packetIdBytes = qos === 0 ? 0 : 2;
  const propertyBytes = 1;
  const remaining =
    2 + Buffer.byteLength(topic) + packetIdBytes + propertyBytes + Buffer.byteLength(payload);
  let lengthBytes = 1;
  for (let rest = remaining; rest >= 128; rest = Math.floor(rest / 128)) lengthBytes += 1;
  return 1 + lengthBytes + remaining;
}

const formatBytes = (count: number) => `${count.toLocaleString("en")} bytes`;

/** Returns whether the broker refused one message, which leaves the connection open. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Publish error");
}

const nameBroker = ({ host, port }: Broker) => `The MQTT broker at ${host}:${port}`;

function toFailure(error: unknown, broker: Broker): Outcome {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const brokerName = nameBroker(broker);
  if (isRefusal(error)) {
    const fault = Number(code) in messageReasons ? "scan" : "destination";
    const reason = (error as Error).message.replace("Publish error: ", "");
    return { kind: "failed", fault, error: `${brokerName} refused the message: ${reason}.` };
  }
  const sentence = explainConnectRefusal(code, broker.version);
  if (sentence) return { kind: "failed", fault: "destination", error: `${brokerName} ${sentence}` };
  if (error instanceof ConnectionEnded) {
    return { kind: "failed", fault: "destination", error: `${brokerName} ${error.message}` };
  }
  return { kind: "failed", fault: "destination", error: describeNetworkFault(error, broker) };
}

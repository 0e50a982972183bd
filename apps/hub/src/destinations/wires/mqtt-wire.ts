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
 * The size from which on a message may be too large for its broker. Brokers hardly ever set a lower
 * limit, and most scans are a tenth of this.
 */
const largeMessageBytes = 4096;
const maxTopics = 1000;

/**
 * Publishes messages over one connection for each destination, opened for the first message and
 * again after it has ended. With QoS 1 a message is delivered once the broker has acknowledged it,
 * with QoS 0 once it is written.
 *
 * A broker may refuse a message by ending the connection, and then all messages on their way fail.
 * These messages are sent again one at a time, which finds the message that the broker refuses and
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
   * Sends a suspect again, with no other message on its way, until it is delivered, found to be at
   * fault, or no longer suspected.
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
     * The messages that were on their way when a connection ended, one of which may have caused it.
     * While there are any, each of them is sent alone, and other messages wait.
     */
    suspects: new Set<MqttMessage>(),
    /** Resolves when all suspects that wait for their turn have had their turn. */
    turn: Promise.resolve(),
    hasAcknowledged: (topic: string) => acknowledgedTopics.has(topic),
    remember(topic: string) {
      if (acknowledgedTopics.size >= maxTopics) acknowledgedTopics.clear();
      acknowledgedTopics.add(topic);
    },
  };
}

/**
 * The outcome of sending a message once, with the suspicion against the message if the connection
 * ended.
 */
type Attempt = { outcome: Outcome } & Partial<Suspicion & { isFirst: boolean }>;

/**
 * Decides about a message that was twice the only one of a new connection, which the broker then
 * closed without a reason, as every broker of MQTT 3.1.1 does. A broker also closes it when the
 * user may not publish to the topic (MQTT 3.1.1, section 3.3.5), and blaming the message would lose
 * every scan. So the message is at fault only if the broker takes other messages on this topic, or
 * if the message is large.
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
 * Returns why the packet of this message is too large for the broker (MQTT 5, section 3.2.2.3.6);
 * undefined if it is not.
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

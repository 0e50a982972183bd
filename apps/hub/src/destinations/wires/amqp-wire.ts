import { describeNetworkFault, formatAddress } from "../../egress/network-fault.ts";
import type { AmqpMessage, Outcome } from "../kind.ts";
import { type AmqpBroker, mandatoryLabel, toAmqpBroker } from "./amqp-broker.ts";
import {
  type AmqpConnection,
  type Closing,
  type Decision,
  openAmqpConnection,
  Refused,
} from "./amqp-connection.ts";
import { ConnectionLost, keepConnections } from "./kept-connections.ts";
import type { Dial, Wire, WireContext } from "./wire.ts";

/** The codes with which a broker closes a channel or connection (AMQP 0-9-1, section 1.2). */
const forced = 320;
const accessRefused = 403;
const notFound = 404;
const notAllowed = 530;

/**
 * Publishes messages over one connection for each destination, with publisher confirms
 * (https://www.rabbitmq.com/docs/confirms). A message is delivered once the broker has confirmed
 * it: in a durable queue, it is then on disk.
 *
 * A broker refuses a message that is too large by closing the channel, and then all messages on
 * their way fail. Those that are not too large are sent again at once.
 */
export function createAmqpWire(options: { dial: Dial }): Wire<"amqp"> {
  const connections = keepConnections((context) => openLearning(options.dial, context));

  async function publish(
    { connection, limits }: LearningConnection,
    message: AmqpMessage,
    context: WireContext,
  ): Promise<Outcome> {
    const broker = toAmqpBroker(context.settings, context.secrets);
    const bytes = Buffer.byteLength(message.payload);
    while (bytes <= limits.bytes) {
      const decision = await connection.publish(message, context.signal);
      if (decision.kind === "confirmed") return { kind: "delivered" };
      const maxBytes = findMaxBytes(decision);
      if (maxBytes === undefined) return fail(broker, explainDecision(decision, message));
      limits.bytes = maxBytes;
    }
    const words = `takes at most ${formatBytes(limits.bytes)} at once, and this message has ${formatBytes(bytes)}.`;
    return fail(broker, words, "scan");
  }

  return {
    async send(message, context) {
      const kept = connections.get(context);
      const broker = toAmqpBroker(context.settings, context.secrets);
      try {
        return await publish(kept, message, context);
      } catch (error) {
        const reason = kept.connection.blockedBy();
        // Only over this connection the broker says when it takes messages again.
        if (reason !== undefined && context.signal.aborted)
          return fail(broker, `takes no messages at the moment (${reason}).`);
        kept.end();
        return toFailure(error, broker);
      }
    },
    forget: connections.forget,
    close: connections.close,
  };
}

/** A connection, and the largest message that its broker is known to take. */
type LearningConnection = ReturnType<typeof openLearning>;

function openLearning(dial: Dial, context: WireContext) {
  const connection: AmqpConnection = openAmqpConnection(dial, context);
  const { end, finish, hasEnded } = connection;
  return { connection, limits: { bytes: Number.POSITIVE_INFINITY }, end, finish, hasEnded };
}

/** Returns the maximum size of a message, if the broker closed the channel because of it. */
function findMaxBytes(decision: Decision): number | undefined {
  const text = decision.kind === "closed" ? decision.text : "";
  const match = /^message size \d+ is larger than (?:configured )?max size (\d+)/.exec(text);
  return match ? Number(match[1]) : undefined;
}

/** Returns what a broker did instead of confirming a message, as the rest of a sentence. */
function explainDecision(decision: Decision, { exchange, routingKey }: AmqpMessage): string {
  switch (decision.kind) {
    case "confirmed":
    case "rejected":
      return "did not keep the message. Check whether its queue is full.";
    case "returned":
      return exchange === ""
        ? `has no queue named “${routingKey}”. Create it there, or name an exchange.`
        : `has no queue for the routing key “${routingKey}” of the exchange “${exchange}”. Bind a queue there, or switch off “${mandatoryLabel}”.`;
    case "closed":
      return explainChannel(decision, exchange);
  }
}

function explainChannel({ code, text }: Closing, exchange: string): string {
  if (code === notFound)
    return `has no exchange “${exchange}”. Create it there, or correct the name.`;
  if (code === accessRefused) return `does not let this user publish (${text}).`;
  return `refused the message (${text}, ${code}).`;
}

function explainConnection({ code, text }: Closing): string {
  if (code === accessRefused) return "did not accept the user and password.";
  if (code === notAllowed) return `did not open the virtual host (${text}).`;
  if (code === forced) return "is shutting down.";
  return `closed the connection (${text}, ${code}).`;
}

function toFailure(error: unknown, broker: AmqpBroker): Outcome {
  if (error instanceof Refused) return fail(broker, explainConnection(error.closing));
  if (error instanceof ConnectionLost) return fail(broker, error.message);
  return { kind: "failed", fault: "destination", error: describeNetworkFault(error, broker) };
}

function fail(
  broker: AmqpBroker,
  words: string,
  fault: "scan" | "destination" = "destination",
): Outcome {
  return { kind: "failed", fault, error: `${nameBroker(broker)} ${words}` };
}

const nameBroker = (broker: AmqpBroker) => `The AMQP broker at ${formatAddress(broker)}`;
const formatBytes = (count: number) => `${count.toLocaleString("en")} bytes`;

import type { AMQPChannel } from "@cloudamqp/amqp-client";
import type { AmqpMessage } from "../kind.ts";
import { orAborted } from "./aborting.ts";
import { toAmqpBroker } from "./amqp-broker.ts";
import type { AmqpClient } from "./amqp-client.ts";
import { ConnectionLost, type KeptConnection } from "./kept-connections.ts";
import { startTls } from "./tls-socket.ts";
import type { Dial, WireContext } from "./wire.ts";

const connectTimeoutMs = 10_000;
const finishTimeoutMs = 2000;
const persistent = 2;

export type AmqpConnection = KeptConnection & {
  /** Returns why the broker takes no messages at the moment; undefined if it does. */
  blockedBy(): string | undefined;
  /**
   * Publishes a message as soon as the broker takes messages, and resolves with its decision.
   * Rejects when the connection ends or the signal aborts before, with `Refused` if the broker gave
   * a reason.
   */
  publish(message: AmqpMessage, signal: AbortSignal): Promise<Decision>;
};

/**
 * The decision of a broker about a message. `returned`: there is no queue for it. `rejected`: a
 * queue did not keep it. `closed`: the broker closed the channel, because of this or another
 * message (AMQP 0-9-1, section 1.5.2.5).
 */
export type Decision =
  | { kind: "confirmed" | "rejected" | "returned" }
  | ({ kind: "closed" } & Closing);

/** The code and text with which a broker closes a channel or connection. */
export type Closing = { code: number; text: string };

/** A broker refused to open a connection, or closed it with a reason. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly closing: Closing;

  constructor(closing: Closing) {
    super(closing.text);
    this.closing = closing;
  }
}

/** Opens a connection with one channel, which is opened again after the broker has closed it. */
export function openAmqpConnection(dial: Dial, context: WireContext): AmqpConnection {
  const stop = new AbortController();
  let client: AmqpClient | undefined;
  let channel: Promise<PublishChannel> | undefined;
  let unblocked = Promise.withResolvers<void>();
  let ended: Error | undefined;

  const end = (reason: Error): Error => {
    ended ??= toRefusal(reason);
    stop.abort(ended);
    unblocked.resolve();
    client?.abandon();
    return ended;
  };
  const timeout = AbortSignal.timeout(connectTimeoutMs);
  const ready = connect(dial, context, AbortSignal.any([stop.signal, timeout]), end).then(
    (connected) => {
      client = connected;
      client.onunblocked = () => {
        unblocked.resolve();
        unblocked = Promise.withResolvers();
      };
      return connected;
    },
    (error: Error) => Promise.reject(end(error)),
  );

  async function publish(message: AmqpMessage, signal: AbortSignal): Promise<Decision> {
    const opened = await ready;
    while (opened.blocked !== undefined && !ended) await orAborted(unblocked.promise, signal);
    const current = channel ?? openChannel(opened);
    channel = current;
    try {
      const over = await current;
      signal.throwIfAborted();
      const isKept = await publishOver(over.channel, message);
      // The broker returns a message before it confirms it.
      if (over.returnedIds.delete(message.id)) return { kind: "returned" };
      return { kind: isKept ? "confirmed" : "rejected" };
    } catch (error) {
      const closing = readClosing(error, "channel");
      if (!closing || ended) throw ended ?? error;
      if (channel === current) channel = undefined;
      return { kind: "closed", ...closing };
    }
  }

  return {
    hasEnded: () => ended !== undefined,
    blockedBy: () => client?.blocked,
    publish: (message, signal) => orAborted(publish(message, signal), signal),
    end: () => void end(new ConnectionLost("did not respond in time.")),
    async finish() {
      const closing = client?.close() ?? Promise.resolve();
      await orAborted(closing, AbortSignal.timeout(finishTimeoutMs)).catch(() => undefined);
      end(new ConnectionLost("was disconnected, because the hub is closing."));
    },
  };
}

/** A channel that confirms, and the ids of messages that were returned but not confirmed yet. */
type PublishChannel = { channel: AMQPChannel; returnedIds: Set<string> };

async function openChannel(client: AmqpClient): Promise<PublishChannel> {
  const channel = await client.channel();
  const returnedIds = new Set<string>();
  channel.onReturn = ({ properties }) => returnedIds.add(properties.messageId ?? "");
  await channel.confirmSelect();
  return { channel, returnedIds };
}

/** Publishes a message. Resolves with whether the broker has kept it, or rejects when it ends. */
async function publishOver(channel: AMQPChannel, message: AmqpMessage): Promise<boolean> {
  const properties = {
    contentType: message.contentType,
    deliveryMode: persistent,
    messageId: message.id,
    timestamp: new Date(message.at),
    appId: "scanhook",
  };
  const { exchange, routingKey, payload, mandatory } = message;
  try {
    await channel.basicPublish(exchange, routingKey, Buffer.from(payload), properties, mandatory);
    return true;
  } catch (error) {
    // The library says so for basic.nack.
    if (error instanceof Error && error.message === "Message rejected") return false;
    throw error;
  }
}

async function connect(
  dial: Dial,
  context: WireContext,
  signal: AbortSignal,
  onLost: (reason: Error) => void,
): Promise<AmqpClient> {
  // Most hubs have no such destination and need no memory for the library.
  const { AmqpClient } = await import("./amqp-client.ts");
  const broker = toAmqpBroker(context.settings, context.secrets);
  const grant = { allowPrivate: context.allowPrivate };
  const socket = await orAborted(dial(broker.host, broker.port, grant, signal), signal);
  const stream = broker.tls ? await startTls(socket, broker, signal) : socket;
  const client = new AmqpClient(stream, broker, onLost);
  try {
    return await orAborted(client.connect(), signal);
  } catch (error) {
    client.abandon();
    throw error;
  }
}

function toRefusal(error: Error): Error {
  const closing = readClosing(error, "connection");
  return closing ? new Refused(closing) : error;
}

/** Reads what the library says about a channel or connection that the broker closed. */
function readClosing(error: unknown, what: "channel" | "connection"): Closing | undefined {
  const message = error instanceof Error ? error.message : "";
  const match = /^(channel|connection)(?: \d+)? closed: (?:[A-Z_]+ - )?(.*) \((\d{3})\)$/s.exec(
    message,
  );
  if (match?.[1] !== what) return undefined;
  return { text: match[2] ?? "", code: Number(match[3]) };
}

import { describeNetworkFault, formatAddress } from "../../egress/network-fault.ts";
import type { NatsMessage, Outcome } from "../kind.ts";
import { ConnectionLost, keepConnections } from "./kept-connections.ts";
import type { NatsResponse } from "./nats-client.ts";
import { openNatsConnection } from "./nats-connection.ts";
import { type NatsServer, toNatsServer } from "./nats-server.ts";
import type { Dial, Wire } from "./wire.ts";

/** The code of JetStream for a message over the limit of its stream (`max_msg_size`). */
const messageTooLarge = 10_054;

/**
 * Publishes messages to JetStream over one connection for each destination. A message is delivered
 * once a stream has acknowledged it
 * (https://docs.nats.io/reference/reference-protocols/nats_api_reference#publishing).
 */
export function createNatsWire(options: { dial: Dial }): Wire<"nats"> {
  const connections = keepConnections((context) => openNatsConnection(options.dial, context));

  return {
    async send(message, context) {
      const server = toNatsServer(context.settings, context.secrets);
      const connection = connections.get(context);
      try {
        const response = await connection.publish(message, context.signal);
        return judge(response, message, server);
      } catch (error) {
        connection.end();
        return toFailure(error, server);
      }
    },
    forget: connections.forget,
    close: connections.close,
  };
}

function judge(response: NatsResponse, message: NatsMessage, server: NatsServer): Outcome {
  const { subject, payload } = message;
  switch (response.kind) {
    case "responded":
      return judgeText(response.text, subject, server);
    case "no-stream":
      return fail(server, `has no stream for the subject “${subject}”. Create one there.`);
    case "not-permitted":
      return fail(server, `does not let this user publish to “${subject}”.`);
    case "too-large": {
      const limit = `takes at most ${formatBytes(response.maxBytes)} at once, headers included`;
      const size = formatBytes(Buffer.byteLength(payload));
      return fail(server, `${limit}, and this message has ${size}.`, "scan");
    }
  }
}

/** Returns the outcome for the acknowledgment of a stream, which also tells why it kept nothing. */
function judgeText(text: string, subject: string, server: NatsServer): Outcome {
  const { stream, error } = parseAcknowledgment(text);
  if (error) {
    const fault = error.err_code === messageTooLarge ? "scan" : "destination";
    return fail(server, `did not keep the message (${String(error.description)}).`, fault);
  }
  if (typeof stream === "string" && stream !== "") return { kind: "delivered" };
  const words = `gave the message on “${subject}” to something that is no stream of JetStream.`;
  return fail(server, words);
}

type Acknowledgment = {
  stream?: unknown;
  error?: { err_code?: unknown; description?: unknown } | undefined;
};

function parseAcknowledgment(text: string): Acknowledgment {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return {};
    const { stream, error } = parsed as Record<string, unknown>;
    const isError = typeof error === "object" && error !== null;
    return { stream, error: isError ? error : undefined };
  } catch {
    return {};
  }
}

function toFailure(error: unknown, server: NatsServer): Outcome {
  if (error instanceof ConnectionLost) return fail(server, error.message);
  return { kind: "failed", fault: "destination", error: describeNetworkFault(error, server) };
}

function fail(
  server: NatsServer,
  words: string,
  fault: "scan" | "destination" = "destination",
): Outcome {
  return { kind: "failed", fault, error: `The NATS server at ${formatAddress(server)} ${words}` };
}

const formatBytes = (count: number) => `${count.toLocaleString("en")} bytes`;

import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Metrics } from "../observing/metrics.ts";
import type { Store } from "../store/store.ts";
import { streamSchema } from "./schemas.ts";

/** The parts of the hub that an endpoint with server-sent events needs. */
export type EventParts = {
  store: Store;
  metrics: Metrics;
  closing: AbortSignal;
};

/** A client that receives events. `signal` aborts when the connection or the hub ends. */
export type EventViewer = {
  /** The id of the last event that the viewer has received. */
  after?: number | undefined;
  signal: AbortSignal;
  pingMs?: number | undefined;
};

export const eventHeaders = Type.Object({
  "last-event-id": Type.Optional(
    Type.String({
      description: "Sent by browsers when they reconnect. Takes precedence over `after`.",
    }),
  ),
});

export const eventResponse = {
  description: "The events. The stream ends with the connection, the log-in or the hub.",
  content: { "text/event-stream": { schema: streamSchema } },
};

/** Sends the events that `open` yields, until the connection or the hub ends. */
export function sendEvents(
  parts: EventParts,
  request: FastifyRequest,
  reply: FastifyReply,
  open: (viewer: EventViewer) => AsyncGenerator<string>,
): FastifyReply {
  const disconnected = new AbortController();
  // A viewer that ends its side of the connection has left. Otherwise this would be noticed only
  // with the next event.
  const { socket } = request.raw;
  if (socket.readableEnded) disconnected.abort();
  for (const event of ["end", "close"]) socket.once(event, () => disconnected.abort());
  const events = open({
    after: readPosition(request),
    signal: AbortSignal.any([disconnected.signal, parts.closing]),
  });
  parts.metrics.viewers.inc();
  const stream = Readable.from(events, { objectMode: false });
  stream.once("close", () => parts.metrics.viewers.dec());
  return reply
    .type("text/event-stream; charset=utf-8")
    .header("x-accel-buffering", "no")
    .send(stream);
}

function readPosition({ headers, query }: FastifyRequest): number | undefined {
  const header = headers["last-event-id"];
  if (typeof header === "string" && /^\d{1,15}$/.test(header)) return Number(header);
  return (query as { after?: number }).after;
}

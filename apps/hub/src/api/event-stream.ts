import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
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

/** A viewer of events. `signal` aborts when the connection or the hub ends. */
export type EventViewer = {
  /** The id of the last event that the viewer has. */
  after?: number;
  signal: AbortSignal;
  pingMs?: number;
};

/** How often a silent stream says that it is alive, in milliseconds. */
export const pingMs = 20_000;

/** Limits each viewer to 25 queries a second, however fast scans arrive. */
const queryPauseMs = 40;

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
  // A viewer that ends its side has left: nobody else would tell before the next event.
  const { socket } = request.raw;
  if (socket.readableEnded) disconnected.abort();
  for (const event of ["end", "close"]) socket.once(event, () => disconnected.abort());
  const after = readPosition(request);
  const events = open({
    ...(after !== undefined && { after }),
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

/**
 * Creates a bell that remembers a ring until the next wait, so no commit is missed between a query
 * and a wait.
 */
export function createBell(signal: AbortSignal) {
  let hasRung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    hasRung = true;
    wake?.();
  };
  signal.addEventListener("abort", () => wake?.(), { once: true });
  return {
    ring,
    /**
     * Resolves to true a moment after the bell rang, and to false if the time is over or the signal
     * aborted.
     */
    async wait(ms: number): Promise<boolean> {
      if (!hasRung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      const hadRung = hasRung;
      hasRung = false;
      // An aborted sleep only ends early; the caller checks the signal.
      if (hadRung) await sleep(queryPauseMs, undefined, { signal }).catch(() => undefined);
      return hadRung;
    },
  };
}

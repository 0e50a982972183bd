import type { FastifyRequest } from "fastify";
import type { Tracing } from "../observing/spans.ts";
import type { Arrival } from "../store/store.ts";

/** The spans of one scan: "receive a scan" around everything, "store a scan" inside it. */
export type ReceiptTrace = {
  /** Runs the append in a separate span. */
  measureAppend<Result>(append: () => Promise<Result>): Promise<Result>;
  end(status: number): void;
};

/**
 * Starts the trace of a scan as a child of the sender's span, and stores its context in the
 * arrival.
 */
export function startReceiptTrace(
  tracing: Tracing,
  request: FastifyRequest,
  arrival: Arrival,
): ReceiptTrace {
  const { traceparent } = request.headers;
  const span = tracing.start("receive a scan", {
    kind: "server",
    parent: typeof traceparent === "string" ? traceparent : undefined,
    attributes: { "scanhook.inbox": arrival.inbox },
  });
  arrival.trace = span.traceparent;
  return {
    measureAppend(append) {
      const appendSpan = tracing.start("store a scan", {
        kind: "internal",
        parent: span.traceparent,
      });
      return append().finally(() => appendSpan.end());
    },
    end: (status) => span.end(status < 500 ? undefined : `responded with ${status}`),
  };
}

import type { FastifyBaseLogger } from "fastify";
import type { Sender, SendResult } from "../destinations/sender.ts";
import type { Tracing } from "../observing/spans.ts";
import type { ClaimedDelivery } from "../store/deliveries.ts";
import type { DestinationRecord } from "../store/routing.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import type { OpenedSecrets } from "./opened-secrets.ts";

export type AttemptParts = {
  sender: Pick<Sender, "send">;
  secrets: OpenedSecrets;
  log: Pick<FastifyBaseLogger, "error">;
  tracing?: Tracing | undefined;
  /** Aborted when the hub closes and has waited long enough for requests under way. */
  signal: AbortSignal;
};

/** The limits of a request whose response the scanner waits for. */
export type ResponseLimits = { timeoutMs: number; maxResponseBytes: number };

/**
 * Sends one delivery once, in a span of its trace. Never throws. Returns undefined if nothing was
 * sent because the store did not give the secrets, or if the hub itself cut the request off.
 */
export async function sendAttempt(
  destination: DestinationRecord,
  claimed: ClaimedDelivery,
  parts: AttemptParts & { limits?: ResponseLimits | undefined },
): Promise<SendResult | undefined> {
  const span = parts.tracing?.start("deliver a scan", {
    kind: "client",
    parent: claimed.trace,
    attributes: {
      "scanhook.destination": destination.name,
      "scanhook.kind": destination.kind,
      "scanhook.delivery": claimed.id,
      "scanhook.attempt": claimed.attempts + 1,
    },
  });
  const trace = span?.traceparent ?? claimed.trace;
  const sent = await send(destination, claimed, { ...parts, trace });
  if (sent?.status !== undefined) span?.set({ "http.response.status_code": sent.status });
  span?.end(describeForTrace(sent));
  return sent;
}

/**
 * Returns the error for a span. Others may read traces, and an error about a scan may quote the
 * scan.
 */
function describeForTrace(sent: SendResult | undefined): string | undefined {
  if (!sent) return "not tried";
  if (sent.kind === "delivered") return undefined;
  return sent.fault === "scan" ? "the destination cannot take this scan" : sent.error;
}

async function send(
  destination: DestinationRecord,
  claimed: ClaimedDelivery,
  parts: AttemptParts & { limits?: ResponseLimits | undefined; trace: string | undefined },
): Promise<SendResult | undefined> {
  const { sender, secrets, signal, limits, trace, log } = parts;
  try {
    const opened = await secrets.readFor(destination);
    if (opened === "changed") return;
    if (!opened.ok) return { kind: "failed", fault: "destination", error: opened.reason, ms: 0 };
    const { scan, shape } = claimed;
    const job = {
      destination,
      secrets: opened.secrets,
      shape,
      scan,
      messageId: toMessageId(claimed),
    };
    const sent = await sender.send(job, { signal, ...limits, trace });
    return signal.aborted && sent.kind === "failed" ? undefined : sent;
  } catch (error) {
    if (error instanceof StoreUnavailable) return;
    log.error({ err: error, delivery: claimed.id }, "sending a scan failed inside the hub");
    const message = "Something went wrong inside the hub. Its log has the details.";
    return { kind: "failed", fault: "destination", error: message, ms: 0 };
  }
}

/**
 * Returns the message id of a delivery, the same for every attempt. The id contains the time of
 * creation, because another hub may use the same delivery numbers.
 */
export function toMessageId({ id, createdAt }: { id: number; createdAt: string }): string {
  return `scanhook-${Date.parse(createdAt).toString(36)}-${id}`;
}

import type { FastifyBaseLogger } from "fastify";
import type { Sender, Sent } from "../destinations/sender.ts";
import type { Tracing } from "../observing/tracing.ts";
import type { ClaimedDelivery, DestinationRecord } from "../store/forwarding.ts";
import { StoreUnavailable } from "../store/store.ts";
import type { OpenedSecrets } from "./opened-secrets.ts";

export type AttemptParts = {
  sender: Pick<Sender, "send">;
  secrets: OpenedSecrets;
  log: Pick<FastifyBaseLogger, "error">;
  tracing?: Tracing | undefined;
  /** Aborted when the hub has waited long enough for what is under way. */
  signal: AbortSignal;
};

/** Of a scanner that waits for the answer. */
export type Waiting = { timeoutMs: number; answerBytes: number };

/** Sends one delivery once. Never throws; undefined: it was not tried, or cut off by the hub itself. */
export async function attempt(
  destination: DestinationRecord,
  claimed: ClaimedDelivery,
  parts: AttemptParts & { waiting?: Waiting | undefined },
): Promise<Sent | undefined> {
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
  const sent = await send(destination, claimed, { ...parts, ...(trace && { trace }) });
  if (sent?.status !== undefined) span?.set({ "http.response.status_code": sent.status });
  span?.end(problemOf(sent));
  return sent;
}

/** For a trace, which others may read: what is wrong with a scan may quote it, what is wrong with a destination does not. */
function problemOf(sent: Sent | undefined): string | undefined {
  if (!sent) return "not tried";
  if (sent.kind === "delivered") return undefined;
  return sent.fault === "scan" ? "the destination cannot take this scan" : sent.error;
}

async function send(
  destination: DestinationRecord,
  claimed: ClaimedDelivery,
  parts: AttemptParts & { waiting?: Waiting | undefined; trace?: string },
): Promise<Sent | undefined> {
  const { sender, secrets, signal, waiting, trace, log } = parts;
  try {
    const opened = await secrets.of(destination);
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
    const sent = await sender.send(job, { signal, ...waiting, ...(trace && { trace }) });
    return signal.aborted && sent.kind === "failed" ? undefined : sent;
  } catch (error) {
    if (error instanceof StoreUnavailable) return;
    log.error({ err: error, delivery: claimed.id }, "sending a scan failed inside the hub");
    const message = "Something went wrong inside the hub; its log says what.";
    return { kind: "failed", fault: "destination", error: message, ms: 0 };
  }
}

/** The same for every attempt; with its time in it, another hub's delivery of the same number is told apart. */
export function toMessageId({ id, createdAt }: { id: number; createdAt: string }): string {
  return `scanhook-${Date.parse(createdAt).toString(36)}-${id}`;
}

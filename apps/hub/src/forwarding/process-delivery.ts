import { isDeepStrictEqual } from "node:util";
import type { FastifyBaseLogger } from "fastify";
import type { SendResult } from "../destinations/sender.ts";
import type { ClaimedDelivery } from "../store/deliveries.ts";
import type { DestinationRecord } from "../store/routing.ts";
import type { ForwardingStore } from "../store/store.ts";
import type { Claiming } from "./claiming.ts";
import type { Deadlines } from "./deadlines.ts";
import { giveBackWaiting } from "./give-back.ts";
import { holdDestination } from "./hold-destination.ts";
import type { Lane } from "./lane.ts";
import { decideNextStep, type NextStep, toAttempt } from "./next-step.ts";
import type { nextWait } from "./retry-times.ts";
import { type AttemptParts, type ResponseLimits, sendAttempt } from "./send-attempt.ts";
import type { Settlements } from "./settlements.ts";

export type ProcessParts = Omit<AttemptParts, "log"> & {
  store: Pick<ForwardingStore, "changeDestination">;
  settlements: Pick<Settlements, "add">;
  claiming: Pick<Claiming, "claimAt">;
  deadlines: Pick<Deadlines, "hasPassed">;
  log: Pick<FastifyBaseLogger, "debug" | "info" | "warn" | "error">;
  /** Called when a slot or a claim of the lane is free again. */
  onFree: (lane: Lane) => void;
  /** Called after every attempt. */
  onAttempt: (report: AttemptReport) => void;
  nextWait?: typeof nextWait | undefined;
};

export type AttemptReport = {
  /** The name of the destination. */
  destination: string;
  destinationRecord: DestinationRecord;
  sent: SendResult;
  /** Whether the person with the scanner has seen the response. */
  isShownToSender: boolean;
  outcome: NextStep["state"];
  /** The duration of the request. */
  durationSeconds: number;
  /** The time since the delivery was created. */
  ageSeconds: number;
};

/** A delivery whose response the sender of the scan waits for. */
export type ThroughRequest = ResponseLimits & {
  /** Returns whether the sender sees this response. A refusal that is shown ends the delivery. */
  mayShow: (sent: SendResult) => boolean;
  /** Called once the store has the outcome; from then on another node may have the delivery. */
  onSettled: () => void;
};

/**
 * The wait for a retry after an attempt without a request, because the store did not give the
 * secrets or gave those of another address.
 */
const retryWithoutSecretsMs = 2000;

/**
 * Sends one claimed delivery once, gives its slot of the lane back, and settles it. Never throws.
 * Sends nothing if the delivery expired while it waited for its turn. Returns undefined if nothing
 * was sent or the hub cut the request off.
 */
export async function processDelivery(
  lane: Lane,
  claimed: ClaimedDelivery,
  parts: ProcessParts & { through?: ThroughRequest | undefined },
): Promise<SendResult | undefined> {
  const { signal, settlements, claiming, deadlines, through, onFree } = parts;
  const { destination } = lane;
  const claimedBy = lane.claims.get(claimed.id) ?? "";
  const startedAt = Date.now();
  const onStored = () => {
    lane.release(claimed.id);
    through?.onSettled();
    onFree(lane);
  };
  if (deadlines.hasPassed(claimed)) {
    lane.freeSlot();
    // The store does not give it out again, and drops it.
    settlements.add(claimedBy, { id: claimed.id, state: "pending" }, onStored);
    onFree(lane);
    return undefined;
  }
  const sent = await sendAttempt(destination, claimed, { ...parts, limits: through });
  lane.freeSlot();
  if (sent) {
    const isShownToSender = through?.mayShow(sent) ?? false;
    const nextStep = decideNextStep(sent, {
      failedBefore: claimed.attempts,
      wait: parts.nextWait,
      isShownToSender,
    });
    // The deliveries that wait behind this one must not be sent before it.
    if (destination.ordered && !isFinal(nextStep)) giveBackWaiting(lane, settlements);
    const attempt = { sent, nextStep, startedAt };
    report(lane, claimed, { ...parts, ...attempt, isShownToSender });
    await settle(lane, claimed, {
      ...parts,
      ...attempt,
      sentSettings: destination.settings,
      claimedBy,
      onStored,
    });
  } else {
    if (destination.ordered) giveBackWaiting(lane, settlements);
    if (!signal.aborted) {
      const dueAt = new Date(Date.now() + retryWithoutSecretsMs);
      settlements.add(claimedBy, { id: claimed.id, state: "pending", dueAt }, onStored);
      claiming.claimAt(dueAt.getTime());
    }
  }
  onFree(lane);
  return sent;
}

function isFinal({ state }: NextStep): boolean {
  return state === "delivered" || state === "dead";
}

type FinishedAttempt = { sent: SendResult; nextStep: NextStep; startedAt: number };

async function settle(
  lane: Lane,
  { id }: ClaimedDelivery,
  settling: ProcessParts &
    FinishedAttempt & {
      sentSettings: Record<string, unknown>;
      claimedBy: string;
      onStored: () => void;
    },
) {
  const { sentSettings, claimedBy, sent, nextStep, startedAt, onStored, settlements } = settling;
  const { state } = nextStep;
  const attempt = toAttempt(sent, startedAt);
  switch (state) {
    case "held": {
      // A 410 from the address before a person changed it says nothing about the new one.
      const isCurrent = isDeepStrictEqual(sentSettings, lane.destination.settings);
      // Holding comes first: otherwise the delivery would be claimed again as soon as it is settled
      // as pending.
      if (isCurrent) await holdDestination(lane, settling);
      settlements.add(claimedBy, { id, state: "pending", dueAt: new Date(), attempt }, onStored);
      return;
    }
    case "pending": {
      const dueAt = new Date(Date.now() + nextStep.waitMs);
      settlements.add(claimedBy, { id, state, dueAt, attempt }, onStored);
      settling.claiming.claimAt(dueAt.getTime());
      return;
    }
    default:
      settlements.add(claimedBy, { id, state, attempt }, onStored);
  }
}

/**
 * Reports an attempt to the circuit, the log and the metrics. Log lines hold neither secrets nor
 * scanned content.
 */
function report(
  lane: Lane,
  { id, attempts, createdAt }: ClaimedDelivery,
  parts: Pick<ProcessParts, "log" | "onAttempt"> & FinishedAttempt & { isShownToSender: boolean },
): void {
  const { sent, nextStep, startedAt, isShownToSender, log, onAttempt } = parts;
  const now = Date.now();
  const destination = lane.destination.name;
  const { status } = sent;
  if (sent.kind === "failed") {
    // An error about a scan may quote the scan; an error about a destination does not.
    const reason = sent.fault === "scan" ? undefined : sent.error;
    const logFields = { destination, delivery: id, attempt: attempts + 1, status, reason };
    // A refusal that the person has seen is ordinary, for example at a door; the delivery records
    // it for everybody else.
    if (isShownToSender) log.debug(logFields, "a destination refused a scan");
    else if (nextStep.state === "dead") log.warn(logFields, "a delivery was given up");
    else log.info(logFields, "a delivery failed");
  }
  const change = lane.note(sent, { startedAt, now });
  if (change === "opened") {
    const until = new Date(lane.circuit.openUntil(now) ?? now).toISOString();
    log.warn({ destination, until }, "a destination is down, so its deliveries wait");
  }
  if (change === "closed") log.info({ destination }, "a destination responds again");
  const ageSeconds = (now - Date.parse(createdAt)) / 1000;
  onAttempt({
    destination,
    destinationRecord: lane.destination,
    sent,
    isShownToSender,
    outcome: nextStep.state,
    durationSeconds: sent.ms / 1000,
    ageSeconds,
  });
}

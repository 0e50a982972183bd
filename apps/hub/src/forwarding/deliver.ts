import { isDeepStrictEqual } from "node:util";
import type { FastifyBaseLogger } from "fastify";
import type { Sent } from "../destinations/sender.ts";
import type { ClaimedDelivery, DestinationRecord, ForwardingStore } from "../store/forwarding.ts";
import { hold } from "./hold-destination.ts";
import type { Lane } from "./lane.ts";
import type { nextWait } from "./retry-times.ts";
import { type AttemptParts, attempt, type Waiting } from "./send-attempt.ts";
import type { Settlements } from "./settlements.ts";
import { judge, toAttempt, type Verdict } from "./verdict.ts";

export type DeliverParts = Omit<AttemptParts, "log"> & {
  store: Pick<ForwardingStore, "changeDestination">;
  settlements: Settlements;
  log: Pick<FastifyBaseLogger, "debug" | "info" | "warn" | "error">;
  /** A slot, or a place in hand, is free again. */
  onFree: (lane: Lane) => void;
  /** What is claimed behind it must not go out before it. */
  onHoldUp: (lane: Lane) => void;
  /** Something falls due at this time. */
  onDueAt: (time: number) => void;
  /** Told of every attempt, when it is over. */
  onAttempt?: ((seen: SeenAttempt) => void) | undefined;
  nextWait?: typeof nextWait | undefined;
};

export type SeenAttempt = {
  destination: string;
  became: Verdict["state"];
  seconds: number;
  /** Since the delivery was made. */
  age: number;
};

/** Of a scanner that waits: a refusal that it may be shown ends the delivery, as its person has decided by then. */
export type Through = Waiting & {
  mayShow: (sent: Sent) => boolean;
  /** The store knows what became of it, and another may have it. */
  onSettled: () => void;
};

/** The store did not give the secrets, or has those of another address: that is no attempt, and tried again soon. */
const storeTroubleMs = 2000;

/** Sends one claimed delivery of a lane once, in a slot of its own, and has written down what follows. Never throws. */
export async function deliver(
  lane: Lane,
  claimed: ClaimedDelivery,
  parts: DeliverParts & { through?: Through | undefined },
): Promise<Sent | undefined> {
  const { signal, settlements, through } = parts;
  const { destination } = lane;
  const startedAt = Date.now();
  const node = lane.inHand.get(claimed.id) ?? "";
  lane.busy += 1;
  const sent = await attempt(destination, claimed, { ...parts, waiting: through });
  lane.busy -= 1;
  const written = () => {
    lane.inHand.delete(claimed.id);
    through?.onSettled();
    parts.onFree(lane);
  };
  const isShown = sent !== undefined && through?.mayShow(sent);
  const verdict = sent && judge(sent, { failed: claimed.attempts, wait: parts.nextWait, isShown });
  const staysPending = verdict === undefined || ["pending", "held"].includes(verdict.state);
  if (destination.ordered && staysPending) parts.onHoldUp(lane);
  if (sent && verdict) {
    tell(lane, claimed, { ...parts, sent, verdict, startedAt, isShown });
    const over = { ...parts, node, sent, verdict, startedAt, written };
    await conclude(lane, claimed, { ...over, asked: destination });
  } else if (!signal.aborted) {
    const dueAt = new Date(Date.now() + storeTroubleMs);
    settlements.add(node, { id: claimed.id, state: "pending", dueAt }, written);
    parts.onDueAt(dueAt.getTime());
  }
  parts.onFree(lane);
  return sent;
}

type Over = DeliverParts & { sent: Sent; verdict: Verdict; startedAt: number };

async function conclude(
  lane: Lane,
  { id }: ClaimedDelivery,
  over: Over & { asked: DestinationRecord; node: string; written: () => void },
) {
  const { asked, node, sent, verdict, startedAt, written, settlements, onDueAt } = over;
  const { state } = verdict;
  const attempt = toAttempt(sent, startedAt);
  if (state === "held") {
    // What is gone may be where it was before a person mended it.
    const isThere = isDeepStrictEqual(asked.settings, lane.destination.settings);
    // First of all: what stays pending must not be taken again at once.
    if (isThere) await hold(lane, over);
    settlements.add(node, { id, state: "pending", dueAt: new Date(), attempt }, written);
    return;
  }
  if (state !== "pending") return settlements.add(node, { id, state, attempt }, written);
  const dueAt = new Date(Date.now() + verdict.waitMs);
  settlements.add(node, { id, state, dueAt, attempt }, written);
  onDueAt(dueAt.getTime());
}

/** Tells the circuit, the log and the counters. Neither secrets nor what was scanned are in a line. */
function tell(
  lane: Lane,
  { id, attempts, createdAt }: ClaimedDelivery,
  { sent, verdict, startedAt, isShown, log, onAttempt }: Over & { isShown: boolean | undefined },
): void {
  const now = Date.now();
  const destination = lane.destination.name;
  const { status } = sent;
  const failed = sent.kind === "failed" ? sent : undefined;
  if (failed) {
    // What is wrong with a scan may quote it; what is wrong with a destination does not.
    const reason = failed.fault === "scan" ? undefined : failed.error;
    const line = { destination, delivery: id, attempt: attempts + 1, status, reason };
    // As it should be at a door: the person has seen why, and the delivery says so to everybody else.
    if (isShown) log.debug(line, "a scan was refused by its destination");
    else if (verdict.state === "dead") log.warn(line, "a delivery was given up");
    else log.info(line, "a delivery failed");
    lane.lastError = failed.error;
  } else delete lane.lastError;
  const change = lane.circuit.note(sent, { startedAt, now });
  if (change === "opened") {
    const until = new Date(lane.circuit.openUntil(now) ?? now).toISOString();
    log.warn({ destination, until }, "a destination is down; it is left alone for a while");
  }
  if (change === "closed") log.info({ destination }, "a destination answers again");
  const age = (now - Date.parse(createdAt)) / 1000;
  onAttempt?.({ destination, became: verdict.state, seconds: sent.ms / 1000, age });
}

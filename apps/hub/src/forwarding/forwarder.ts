import type { FastifyBaseLogger } from "fastify";
import { createSteadyTime } from "../clock/steady-time.ts";
import type { Sender, SendResult } from "../destinations/sender.ts";
import type { Tracing } from "../observing/spans.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { ClaimedDelivery } from "../store/deliveries.ts";
import type { DestinationRecord } from "../store/routing.ts";
import type { ForwardingStore } from "../store/store.ts";
import type { CircuitState } from "./circuit.ts";
import { createClaiming } from "./claiming.ts";
import { createDeadlines } from "./deadlines.ts";
import { createExpiry } from "./expiry.ts";
import { giveBackAll } from "./give-back.ts";
import type { Lane } from "./lane.ts";
import { type CircuitReport, findObstacle, reportCircuit, type WhyNotSent } from "./lane-status.ts";
import { createLanes } from "./lanes.ts";
import { startNodeIdentity } from "./node-identity.ts";
import { createOpenedSecrets } from "./opened-secrets.ts";
import {
  type AttemptReport,
  type ProcessParts,
  processDelivery,
  type ThroughRequest,
} from "./process-delivery.ts";
import type { nextWait } from "./retry-times.ts";
import { createSettlements } from "./settlements.ts";
import { createThroughTurns, type ThroughTurns } from "./through-turns.ts";

export type ForwarderParts = {
  store: ForwardingStore;
  sender: Pick<Sender, "send" | "forget">;
  sealing: Pick<Sealing, "open">;
  log: Pick<FastifyBaseLogger, "debug" | "info" | "warn" | "error">;
  tracing?: Tracing | undefined;
  nextWait?: typeof nextWait;
  /** The pause of a circuit that opens for the first time, in milliseconds. */
  firstPauseMs?: number;
  /** Milliseconds that do not depend on the clock, and that continue while the machine sleeps. */
  steadyMs?: () => number;
};

export type Forwarder = ThroughTurns & {
  /** The name under which this process claims deliveries now. */
  readonly node: string;
  /** Returns the state of the circuit of a destination; closed if it has no lane yet. */
  circuit(destination: number): CircuitReport;
  /**
   * Returns what keeps a `through` request from this destination; undefined if it may go out now.
   */
  whyNot(destination: DestinationRecord): WhyNotSent | undefined;
  /** Returns the requests under way to each destination, and the state of its circuit. */
  slots(): { destination: string; busy: number; circuit: CircuitState }[];
  /** Ends the pauses of these destinations, because a person asked to send their deliveries. */
  tryNow(destinations: ReadonlySet<number>): void;
  /**
   * Notes that a scan may have been stored with a claim of this node, although the store reported a
   * failure.
   */
  doubtClaims(): void;
  /** Calls a listener after every attempt from now on. */
  onAttempt(listener: (report: AttemptReport) => void): void;
  /** Moves the circuits' times after the wall clock was set, and claims due deliveries. */
  moveTimes(byMs: number): void;
  /**
   * Stops claiming, gives requests under way five seconds to finish, and gives all other claims
   * back. Safe to call twice.
   */
  close(): Promise<void>;
};

const maxRequestWaitMs = 5000;
const maxStoreWaitMs = 2000;

/** Starts a forwarder, which sends pending deliveries until it is closed. */
export function startForwarder(parts: ForwarderParts): Forwarder {
  const { store, log } = parts;
  const underWay = new Set<Promise<unknown>>();
  const attemptListeners: ((report: AttemptReport) => void)[] = [];
  const cutOff = new AbortController();
  let closing: Promise<void> | undefined;

  const secrets = createOpenedSecrets(parts);
  const settlements = createSettlements({ store, log });
  const lanes = createLanes({ ...parts, secrets, settlements });
  const node = startNodeIdentity({ store, log, lanes });
  const deadlines = createDeadlines(parts.steadyMs ?? createSteadyTime());
  const claimingParts = { store, lanes, node, settlements, deadlines, log };
  const claiming = createClaiming({ ...claimingParts, onClaimed: fillLane });
  const expiry = createExpiry({ store, log });
  const turnParts = { store, lanes, node, settlements, claiming, deadlines };
  const throughTurns = createThroughTurns({ ...turnParts, send: startDelivery });
  const processParts: ProcessParts = {
    ...parts,
    secrets,
    settlements,
    claiming,
    deadlines,
    signal: cutOff.signal,
    onFree: fillLane,
    onAttempt(report) {
      for (const listener of attemptListeners) listener(report);
    },
  };

  /** Starts deliveries in the free slots of a lane and claims more if it has room. */
  function fillLane(lane: Lane) {
    if (lane.isClosed) return;
    const now = Date.now();
    lane.fill(now, (claimed) => void startDelivery(lane, claimed));
    const pausedUntil = lane.circuit.openUntil(now);
    if (pausedUntil === undefined) return claiming.claimFor(lane);
    giveBackAll(lane, settlements);
    lane.expectMore();
    claiming.claimAt(pausedUntil);
  }

  async function startDelivery(
    lane: Lane,
    claimed: ClaimedDelivery,
    through?: ThroughRequest,
  ): Promise<SendResult | undefined> {
    const processing = processDelivery(lane, claimed, { ...processParts, through });
    underWay.add(processing);
    const result = await processing;
    underWay.delete(processing);
    return result;
  }

  function circuit(destination: number): CircuitReport {
    const lane = lanes.get(destination);
    return lane ? reportCircuit(lane, Date.now()) : { state: "closed" };
  }

  async function finish() {
    for (const stopListening of listeners) stopListening();
    node.stopHeartbeat();
    lanes.close();
    await claiming.stop();
    await expiry.stop();
    await waitAtMost(maxRequestWaitMs, Promise.all(underWay));
    cutOff.abort();
    await waitAtMost(maxStoreWaitMs, Promise.all(underWay));
    await settlements.close(maxStoreWaitMs);
    await node.leave();
  }

  const listeners = [
    store.onDue(claiming.claimAll),
    store.onDue(expiry.check),
    store.onRouting(claiming.claimAll),
  ];
  claiming.claimAll();
  expiry.check();

  return {
    get node() {
      return node.name;
    },
    circuit,
    whyNot(destination) {
      const lane = lanes.get(destination.id);
      if (lane) return findObstacle(lane, Date.now(), destination.state);
      return destination.state === "on" ? undefined : "held";
    },
    slots: () =>
      [...lanes].map(({ destination, busy }) => ({
        destination: destination.name,
        busy,
        circuit: circuit(destination.id).state,
      })),
    sendNow: throughTurns.sendNow,
    tryNow(destinations) {
      for (const id of destinations) lanes.get(id)?.circuit.endPause(Date.now());
      claiming.claimAll();
    },
    onAttempt: (listener) => void attemptListeners.push(listener),
    moveTimes(byMs) {
      for (const lane of lanes) lane.circuit.move(byMs);
      claiming.claimAll();
      expiry.check();
    },
    doubtClaims: node.rename,
    close() {
      closing ??= finish();
      return closing;
    },
  };
}

/** Resolves when `done` does, or after `maxMs` milliseconds. */
async function waitAtMost(maxMs: number, done: Promise<unknown>): Promise<void> {
  const { promise: timeUp, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, maxMs);
  await Promise.race([done, timeUp]);
  clearTimeout(timer);
}

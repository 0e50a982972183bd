import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { FastifyBaseLogger } from "fastify";
import type { Sender, Sent } from "../destinations/sender.ts";
import type { Tracing } from "../observing/tracing.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type {
  ClaimedDelivery,
  DestinationRecord,
  ForwardingStore,
  Routing,
} from "../store/forwarding.ts";
import { createAlarm } from "./alarm.ts";
import { createBackoff } from "./backoff.ts";
import { createCircuit } from "./circuit.ts";
import { type DeliverParts, deliver, type SeenAttempt, type Through } from "./deliver.ts";
import { createLane, type Lane, pump, roomOf } from "./lane.ts";
import { createOpenedSecrets } from "./opened-secrets.ts";
import type { nextWait } from "./retry-times.ts";
import { createSettlements } from "./settlements.ts";

export type ForwarderParts = {
  store: ForwardingStore;
  sender: Pick<Sender, "send" | "forget">;
  sealing: Pick<Sealing, "open">;
  log: Pick<FastifyBaseLogger, "debug" | "info" | "warn" | "error">;
  tracing?: Tracing | undefined;
  onAttempt?: (seen: SeenAttempt) => void;
  nextWait?: typeof nextWait;
  /** Of a circuit, when it opens for the first time. */
  firstPauseMs?: number;
};

export type Forwarder = {
  /** The name under which this process claims deliveries just now. */
  readonly node: string;
  circuit(destination: number): CircuitState;
  /** Why nothing can go out to it just now; undefined: it can. */
  whyNot(destination: DestinationRecord): NotSent | undefined;
  /** Requests under way right now. */
  slots(): { destination: string; busy: number; circuit: CircuitState["state"] }[];
  /** Claims a delivery and sends it in the next free slot. What is not sent is delivered as any other. */
  sendNow(delivery: number, through: Through): Promise<SentNow>;
  /** A person asks for deliveries to these: one that was left alone is probed at once. */
  tryNow(destinations: ReadonlySet<number>): void;
  /** A scan may have been stored with a claim of this node, or not: the store did not say. */
  doubt(): void;
  /** Takes nothing more, lets what is under way finish for some seconds, gives the rest back. Safe to call twice. */
  close(): Promise<void>;
};

export type SentNow = { kind: "sent"; sent: Sent } | { kind: "not-sent"; why: NotSent };
/** `busy`: no slot was free in time. `taken`: it is under way, or settled. `unknown`: the store did not say. */
export type NotSent = "held" | "down" | "busy" | "taken" | "unknown" | "closing";

export type CircuitState = {
  state: "closed" | "open" | "probing";
  until?: Date;
  lastError?: string;
};

const claimRestMs = 20;
const beatMs = 2000;
/** A node that was silent for so long is dead, and others do its work. */
const silentMs = 6000;
const msToFinish = 5000;
const msToWrite = 2000;
/** The store may name a time that is over, when more was due than was asked for. */
const soonestMs = 250;

/** Carries pending deliveries to their destinations, from now on until it is closed. */
export function startForwarder(parts: ForwarderParts): Forwarder {
  const { store, sender, log } = parts;
  let node: string = randomUUID();
  const lanes = new Map<number, Lane>();
  const secrets = createOpenedSecrets(parts);
  const settlements = createSettlements({ store, log });
  const cut = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const backoff = createBackoff(log, "pending deliveries could not be read");
  const beatBackoff = createBackoff(log, "that this hub lives could not be written down");
  const alarm = createAlarm(claim, { restMs: claimRestMs });
  let known: Routing | undefined;
  let closing: Promise<void> | undefined;
  const deliverParts: DeliverParts = {
    ...parts,
    settlements,
    secrets,
    signal: cut.signal,
    onFree: work,
    onHoldUp: giveBackWaiting,
    onDueAt: alarm.ringAt,
  };

  async function claim() {
    try {
      await followRouting();
      const now = Date.now();
      const asked = [...lanes.values()]
        .map((lane) => ({ lane, destination: lane.destination.id, limit: roomOf(lane, now) }))
        .filter(({ limit }) => limit > 0);
      if (asked.length > 0) {
        for (const { lane } of asked) lane.more = false;
        const wanted = asked.map(({ destination, limit }) => ({ destination, limit }));
        const { claimed, next } = await claimSome(wanted);
        for (const one of claimed) take(one);
        for (const { lane, limit } of asked) lane.more ||= lane.waiting.length >= limit;
        if (next) alarm.ringAt(Math.max(next.getTime(), Date.now() + soonestMs));
      }
      backoff.succeeded();
    } catch (error) {
      for (const lane of lanes.values()) lane.more = true;
      alarm.ringAt(Date.now() + backoff.failed(error));
    }
    for (const lane of lanes.values()) work(lane);
  }

  async function claimSome(wanted: Parameters<typeof store.claim>[1]) {
    try {
      return await store.claim(node, wanted);
    } catch (error) {
      doubt();
      throw error;
    }
  }

  /**
   * A claim that failed may have come to the store all the same. What this hub does not know it has must not stay its
   * own: it goes on under another name, and the old one falls silent with the last that is in hand.
   */
  function doubt() {
    node = randomUUID();
  }

  /** Takes over what people changed: a destination that was mended starts afresh. */
  async function followRouting() {
    const routing = await store.routing();
    if (routing === known) return;
    const there = new Map(routing.destinations.map((one) => [one.id, one]));
    for (const [id, lane] of lanes) {
      const destination = there.get(id);
      const hasNewSecrets = destination ? await secrets.renew(destination) : false;
      if (hasNewSecrets || !isDeepStrictEqual(destination, lane.destination)) {
        sender.forget(id);
        lane.circuit = createCircuit(parts);
        delete lane.lastError;
      }
      if (destination) lane.destination = destination;
      else {
        secrets.forget(id);
        lanes.delete(id);
      }
      if (destination?.state !== "on") giveBack(lane);
    }
    for (const [id, destination] of there) {
      if (!lanes.has(id)) lanes.set(id, createLane(destination, createCircuit(parts)));
    }
    known = routing;
  }

  function take(claimed: ClaimedDelivery) {
    const lane = lanes.get(claimed.destination);
    // Removed while the store was asked: it is dropped there already.
    if (!lane) return settlements.add(node, { id: claimed.id, state: "pending" }, () => {});
    lane.inHand.set(claimed.id, node);
    lane.waiting.push(claimed);
  }

  /** Of a lane where nothing goes out any more. */
  function giveBack(lane: Lane) {
    for (const begin of lane.urgent.splice(0)) begin(false);
    giveBackWaiting(lane);
  }

  function giveBackWaiting(lane: Lane) {
    for (const { id } of lane.waiting.splice(0)) {
      const claimedBy = lane.inHand.get(id) ?? node;
      settlements.add(claimedBy, { id, state: "pending" }, () => lane.inHand.delete(id));
    }
  }

  /** Begins what there is a slot for, and asks for more when there is room for it. */
  function work(lane: Lane) {
    if (closing) return;
    const now = Date.now();
    pump(lane, now, (claimed) => void begin(lane, claimed));
    const until = lane.circuit.openUntil(now);
    if (until !== undefined) {
      giveBack(lane);
      lane.more = true;
      alarm.ringAt(until);
    } else if (lane.more && roomOf(lane, now) > 0 && !backoff.isWaiting()) alarm.ring();
  }

  async function begin(lane: Lane, claimed: ClaimedDelivery, through?: Through) {
    const delivering = deliver(lane, claimed, { ...deliverParts, through });
    underWay.add(delivering);
    const sent = await delivering;
    underWay.delete(delivering);
    return sent;
  }

  async function sendNow(delivery: number, through: Through): Promise<SentNow> {
    const deadline = performance.now() + through.timeoutMs;
    const claimedBy = node;
    // When the store is out of reach, what is known of it from before has to do.
    await followRouting().catch(() => undefined);
    const claimed = await store.claimOne(claimedBy, delivery).catch(() => {
      doubt();
      return "unknown" as const;
    });
    const lane = typeof claimed === "object" ? lanes.get(claimed.destination) : undefined;
    if (typeof claimed !== "object" || lane?.inHand.has(delivery)) {
      through.onSettled();
      return { kind: "not-sent", why: claimed === "unknown" ? "unknown" : "taken" };
    }
    const giveUp = (why: NotSent): SentNow => {
      const written = () => {
        lane?.inHand.delete(delivery);
        through.onSettled();
        ask();
      };
      settlements.add(claimedBy, { id: delivery, state: "pending" }, written);
      return { kind: "not-sent", why };
    };
    const why = lane ? whyNot(lane) : "held";
    if (!lane || why) return giveUp(why ?? "held");
    lane.circuit.endPause(Date.now());
    lane.inHand.set(delivery, claimedBy);
    const { promise, resolve } = Promise.withResolvers<SentNow>();
    const turn = (isMine: boolean) => {
      clearTimeout(timer);
      lane.urgent = lane.urgent.filter((one) => one !== turn);
      if (!isMine) return resolve(giveUp(whyNot(lane) ?? "busy"));
      const timeoutMs = Math.max(1, Math.round(deadline - performance.now()));
      begin(lane, claimed, { ...through, timeoutMs }).then((sent) =>
        resolve(
          sent
            ? { kind: "sent", sent }
            : { kind: "not-sent", why: closing ? "closing" : "unknown" },
        ),
      );
    };
    const timer = setTimeout(turn, through.timeoutMs, false);
    lane.urgent.push(turn);
    work(lane);
    return promise;
  }

  function whyNot(lane: Lane, { state } = lane.destination): NotSent | undefined {
    if (closing) return "closing";
    if (state !== "on" || lane.holding) return "held";
    // Of those who wait while it is down one is the probe, and the others are told at once.
    const limit = lane.circuit.limitForPerson(Number.POSITIVE_INFINITY, Date.now());
    return limit > lane.busy ? undefined : "down";
  }

  function ask() {
    for (const lane of lanes.values()) lane.more = true;
    if (!backoff.isWaiting()) alarm.ring();
  }

  async function beat() {
    try {
      for (const name of names()) await store.beat(name, silentMs);
      beatBackoff.succeeded();
    } catch (error) {
      beatBackoff.failed(error);
    }
  }

  /** This one, and those before it that still have something in hand. */
  function names(): Set<string> {
    return new Set([node, ...[...lanes.values()].flatMap(({ inHand }) => [...inHand.values()])]);
  }

  const stops = [store.onDue(ask), store.onRouting(ask)];
  const heart = setInterval(beat, beatMs);
  void beat();
  ask();

  async function finish() {
    for (const stop of stops) stop();
    clearInterval(heart);
    await alarm.stop();
    for (const lane of lanes.values()) {
      for (const turn of lane.urgent.splice(0)) turn(false);
      lane.waiting = [];
    }
    await within(msToFinish, Promise.all(underWay));
    cut.abort();
    await within(msToWrite, Promise.all(underWay));
    await settlements.close(msToWrite);
    // When this fails, what it had is free again once it was silent for a while.
    for (const name of names()) await store.leave(name).catch(() => undefined);
  }

  function circuit(destination: number): CircuitState {
    const lane = lanes.get(destination);
    if (!lane) return { state: "closed" };
    const now = Date.now();
    const until = lane.circuit.openUntil(now);
    const isProbing = lane.circuit.limit(2, now) === 1;
    return {
      state: until !== undefined ? "open" : isProbing ? "probing" : "closed",
      ...(until !== undefined && { until: new Date(until) }),
      ...(lane.lastError !== undefined && { lastError: lane.lastError }),
    };
  }

  return {
    get node() {
      return node;
    },
    circuit,
    slots: () =>
      [...lanes.values()].map(({ destination, busy }) => ({
        destination: destination.name,
        busy,
        circuit: circuit(destination.id).state,
      })),
    whyNot(destination) {
      const lane = lanes.get(destination.id);
      if (lane) return whyNot(lane, destination);
      return destination.state === "on" ? undefined : "held";
    },
    sendNow,
    tryNow(destinations) {
      for (const id of destinations) lanes.get(id)?.circuit.endPause(Date.now());
      ask();
    },
    doubt,
    close() {
      closing ??= finish();
      return closing;
    },
  };
}

/** Waits for something, but not longer than this. */
async function within(ms: number, done: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([done, promise]);
  clearTimeout(timer);
}

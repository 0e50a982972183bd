import type { SendResult } from "../destinations/sender.ts";
import type { ClaimedDelivery } from "../store/deliveries.ts";
import type { DestinationRecord } from "../store/routing.ts";
import { type Circuit, createCircuit } from "./circuit.ts";

/** Deliveries claimed ahead for each slot, so that a free slot does not wait for the store. */
const claimedAheadPerSlot = 7;
const maxClaimedAhead = 56;
/** An ordered destination claims a run of deliveries and sends them one after the other. */
const orderedRunLength = 32;

/**
 * The queue and the slots of one destination. Each destination has its own lane, so that none
 * delays another. A slot is taken before anything starts in it. Times are milliseconds since 1970.
 */
export class Lane {
  readonly #circuitOptions: Parameters<typeof createCircuit>[0];
  #destination: DestinationRecord;
  #circuit: Circuit;
  #waiting: ClaimedDelivery[] = [];
  /** `through` requests that wait for a slot, oldest first. */
  readonly #turns = new Set<(isGranted: boolean) => void>();
  readonly #claims = new Map<number, string>();
  #busy = 0;
  #mayHaveMore = true;
  #holding: Promise<void> | undefined;
  #lastError: string | undefined;
  #isClosed = false;

  constructor(
    destination: DestinationRecord,
    circuitOptions?: Parameters<typeof createCircuit>[0],
  ) {
    this.#destination = destination;
    this.#circuitOptions = circuitOptions;
    this.#circuit = createCircuit(circuitOptions);
  }

  get destination(): DestinationRecord {
    return this.#destination;
  }

  get circuit(): Circuit {
    return this.#circuit;
  }

  /** Claimed deliveries that are not being sent yet, oldest first. */
  get waiting(): readonly ClaimedDelivery[] {
    return this.#waiting;
  }

  /** Claims that are not settled: the delivery's id and the node name it was claimed under. */
  get claims(): ReadonlyMap<number, string> {
    return this.#claims;
  }

  /** The number of requests under way. */
  get busy(): number {
    return this.#busy;
  }

  /** Whether the store may have more due deliveries. */
  get mayHaveMore(): boolean {
    return this.#mayHaveMore;
  }

  /** Whether the destination is being recorded as held; no delivery is sent meanwhile. */
  get isHolding(): boolean {
    return this.#holding !== undefined;
  }

  /** The error of the newest attempt; undefined if that succeeded. */
  get lastError(): string | undefined {
    return this.#lastError;
  }

  /** Whether this process is closing, so that no delivery is sent any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Takes over a changed record of the destination. */
  follow(destination: DestinationRecord): void {
    this.#destination = destination;
  }

  /** Forgets the results of earlier attempts, because a person has changed the destination. */
  startAfresh(): void {
    this.#circuit = createCircuit(this.#circuitOptions);
    this.#lastError = undefined;
  }

  /** Notes that the store may have more due deliveries. */
  expectMore(): void {
    this.#mayHaveMore = true;
  }

  /** Notes that the store has no due deliveries but those that are being claimed. */
  expectNoMore(): void {
    this.#mayHaveMore = false;
  }

  /** Returns how many more deliveries may be claimed. */
  claimLimit(now: number): number {
    const slots = this.#slotLimit(now);
    const isProbing = this.#circuit.state(now) === "probing";
    if (this.#destination.ordered) {
      // The store gives no second run while one is under way.
      if (slots === 0 || this.#claims.size > 0) return 0;
      return isProbing ? 1 : orderedRunLength;
    }
    const ahead = isProbing ? 0 : Math.min(slots * claimedAheadPerSlot, maxClaimedAhead);
    return Math.max(0, slots + ahead - this.#claims.size);
  }

  /** Notes a claim, which counts until it is released. */
  claim(delivery: number, claimedBy: string): void {
    this.#claims.set(delivery, claimedBy);
  }

  /** Notes that the store has settled a claim. */
  release(delivery: number): void {
    this.#claims.delete(delivery);
  }

  /** Notes a claim and lets the delivery wait for a slot. */
  enqueue(claimed: ClaimedDelivery, claimedBy: string): void {
    this.claim(claimed.id, claimedBy);
    this.#waiting.push(claimed);
  }

  /** Empties the queue. The claims of the returned deliveries count until they are released. */
  takeWaiting(): ClaimedDelivery[] {
    return this.#waiting.splice(0);
  }

  /**
   * Waits for a slot, before all deliveries that wait. Resolves to true once a slot is taken for
   * the caller, who gives it back with `freeSlot`; to false if none is free in time or turns are
   * ended.
   */
  waitForTurn(timeoutMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const turn = (isGranted: boolean) => {
      clearTimeout(timer);
      this.#turns.delete(turn);
      resolve(isGranted);
    };
    const timer = setTimeout(turn, timeoutMs, false);
    this.#turns.add(turn);
    this.#grantTurns(Date.now());
    return promise;
  }

  /** Ends every turn that waits for a slot. */
  endTurns(): void {
    for (const turn of this.#turns) turn(false);
  }

  /**
   * Takes the free slots: for turns first, then for waiting deliveries, which it starts. Each slot
   * is given back with `freeSlot`.
   */
  fill(now: number, start: (claimed: ClaimedDelivery) => void): void {
    this.#grantTurns(now);
    while (this.#busy < this.#slotLimit(now)) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#busy += 1;
      start(next);
    }
  }

  /** Gives a slot back. */
  freeSlot(): void {
    this.#busy -= 1;
  }

  /**
   * Takes the result of an attempt into account. Returns whether that opened or closed the circuit.
   */
  note(
    sent: SendResult,
    attempt: { startedAt: number; now: number },
  ): "opened" | "closed" | undefined {
    this.#lastError = sent.kind === "failed" ? sent.error : undefined;
    return this.#circuit.note(sent, attempt);
  }

  /** Sends nothing until `storeHeld` has ended. While it runs, further calls wait for that run. */
  hold(storeHeld: () => Promise<void>): Promise<void> {
    this.#holding ??= storeHeld().finally(() => {
      this.#holding = undefined;
    });
    return this.#holding;
  }

  /** Sends nothing any more. The claims are given back when the node leaves. */
  close(): void {
    this.#isClosed = true;
    this.endTurns();
    this.#waiting = [];
  }

  #grantTurns(now: number): void {
    for (const turn of this.#turns) {
      if (this.#busy >= this.#slotLimit(now)) return;
      this.#busy += 1;
      turn(true);
    }
  }

  /** Returns how many requests to the destination may be under way now. */
  #slotLimit(now: number): number {
    const { state, ordered, concurrency } = this.#destination;
    if (state !== "on" || this.#holding || this.#isClosed) return 0;
    return this.#circuit.limit(ordered ? 1 : concurrency, now);
  }
}
